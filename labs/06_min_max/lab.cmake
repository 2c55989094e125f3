set(LAB_TITLE "Min and max")
set(LAB_FILE min_max.cu)
set(LAB_TASKS 4)
# Processor seconds of the reference solution's longest check, emulated.
set(LAB_REFERENCE_SECONDS 1.2)
