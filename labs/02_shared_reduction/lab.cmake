set(LAB_TITLE "Shared-memory reduction")
set(LAB_FILE shared_reduction.cu)
set(LAB_TASKS 4)
# Processor seconds of the reference solution's longest check, emulated.
set(LAB_REFERENCE_SECONDS 0.5)
