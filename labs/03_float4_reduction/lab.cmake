set(LAB_TITLE "Reduction by 16-byte loads")
set(LAB_FILE float4_reduction.cu)
set(LAB_TASKS 3)
# Processor seconds of the reference solution's longest check, emulated.
set(LAB_REFERENCE_SECONDS 0.5)
