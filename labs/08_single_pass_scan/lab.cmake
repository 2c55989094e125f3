set(LAB_TITLE "Single-pass scan")
set(LAB_FILE single_pass_scan.cu)
set(LAB_TASKS 4)
# Processor seconds of the reference solution's longest check, emulated.
set(LAB_REFERENCE_SECONDS 0.8)
