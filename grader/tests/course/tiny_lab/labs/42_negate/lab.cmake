set(LAB_TITLE "Negated array")
set(LAB_FILE negate.cu)
set(LAB_TASKS 2)
# Processor seconds of the reference solution's longest check, emulated.
set(LAB_REFERENCE_SECONDS 0.2)
