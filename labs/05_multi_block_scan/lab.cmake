set(LAB_TITLE "Multi-block scan")
set(LAB_FILE multi_block_scan.cu)
set(LAB_TASKS 4)
# Processor seconds of the reference solution's longest check, emulated.
set(LAB_REFERENCE_SECONDS 0.8)
