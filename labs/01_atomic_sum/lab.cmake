set(LAB_TITLE "Sum by atomics")
set(LAB_FILE atomic_sum.cu)
set(LAB_TASKS 3)
# Processor seconds of the reference solution's longest check, emulated.
set(LAB_REFERENCE_SECONDS 0.2)
