set(LAB_TITLE "Reduction by 16-byte loads")
set(LAB_FILE float4_reduction.cu)
set(LAB_TASKS 3)
# Processor seconds of the longest check, emulated, where the grid is always that of a large card:
# right as well, and far slower here than the reference solution.
set(LAB_REFERENCE_SECONDS 3)
