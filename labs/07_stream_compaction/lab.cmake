set(LAB_TITLE "Stream compaction")
set(LAB_FILE stream_compaction.cu)
set(LAB_TASKS 4)
# Processor seconds of the reference solution's longest check, emulated, but for the one of 2^24
# elements, which has time by its length.
set(LAB_REFERENCE_SECONDS 0.6)
