set(LAB_TITLE "Blelloch scan of tiles")
set(LAB_FILE blelloch_scan.cu)
set(LAB_TASKS 4)
# Processor seconds of the reference solution's longest check, emulated.
set(LAB_REFERENCE_SECONDS 0.8)
