"""Reports of compute-sanitizer, written after the formats of its manual, for self_test.py."""

# What a driver says whose program went on to its end, and one whose program died.
MADE = "driver: n = 1000, block_size = 256\ndriver: 11 calls made\n"
DIED = "driver: n = 1000, block_size = 256\n"
CLEAN = "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n"

OUT_OF_BOUNDS = """\
========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 4 bytes
=========     at sum_kernel(const float *, float *, unsigned long)+0x90 in case.cu:12
=========     by thread (232,0,0) in block (3,0,0)
=========     Address 0x7f6510c00fa0 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f6510c00000 of size 4,000 bytes
=========
========= Invalid __shared__ write of size 4 bytes
=========     at sum_kernel(const float *, float *, unsigned long)+0xd0 in case.cu:14
=========     by thread (0,0,0) in block (0,0,0)
=========     Address 0x400 is out of bounds
=========
========= ERROR SUMMARY: 2 errors
"""
MISALIGNED = """\
========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 16 bytes
=========     at sum_kernel(const float *, float *, unsigned long)+0x160 in case.cu:6
=========     by thread (0,0,0) in block (0,0,0)
=========     Address 0x7f6510c00004 is misaligned
=========     and is inside the nearest allocation at 0x7f6510c00000 of size 4,004 bytes
=========
========= Program hit cudaErrorLaunchFailure (error 719) due to "unspecified launch failure" on \
CUDA API call to cudaDeviceSynchronize.
=========
========= ERROR SUMMARY: 2 errors
"""
API_ERRORS = """\
========= COMPUTE-SANITIZER
========= Program hit cudaErrorInvalidConfiguration (error 9) due to "invalid configuration \
argument" on CUDA API call to cudaLaunchKernel.
=========
========= Program hit invalid copy direction for memcpy (error 21) on CUDA API call to cudaMemcpy.
=========
========= ERROR SUMMARY: 2 errors
"""
LEAK = """\
========= COMPUTE-SANITIZER
========= Leaked 1,024 bytes at 0x7879c0800000
=========
========= LEAK SUMMARY: 1024 bytes leaked in 1 allocations
========= ERROR SUMMARY: 1 error
"""
RACE = """\
========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at sumKernel(int *, int *)+0x90 in case.cu:41
=========     and Read access at sumKernel(int *, int *)+0x100 in case.cu:51 [508 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
"""
RACE_WARNING = """\
========= COMPUTE-SANITIZER
========= Warning: Race reported between Write access at sumKernel(int *)+0xf0 in case.cu:40
=========     and Read access at sumKernel(int *)+0x280 in case.cu:46 [4 hazards]
=========
========= WARNING: (Warp Level Programming) Potential RAW hazard detected at __shared__ 0x8c in \
block (0,0,0) :
=========     Write Thread (35,0,0) at sumKernel(int *, int *)+0x90 in case.cu:44
=========     Read Thread (32,0,0) at sumKernel(int *, int *)+0x120 in case.cu:56
=========     Current Value : 35
=========
========= RACECHECK SUMMARY: 2 hazards displayed (0 errors, 2 warnings)
"""
UNINITIALIZED = """\
========= COMPUTE-SANITIZER
========= Uninitialized __global__ memory read of size 4 bytes
=========     at vectorAdd(int *)+0x70 in memset_error.cu:41
=========     by thread (31,0,0) in block (1,0,0)
=========     Address 0x7f3c7ec000fc
=========
========= Uninitialized __shared__ memory read of size 4 bytes
=========     at KernelSharedError()+0x1a0 in uninitialized_shared.cu:7
=========     by thread (0,0,0) in block (0,0,0)
=========     Address 0x0
=========
========= Host API memory access error at host access to 0x7f3c7ec00000 of size 400 bytes
=========     Uninitialized access at 0x7f3c7ec00010 on access by cudaMemcpy source
=========
========= ERROR SUMMARY: 1,257 errors
========= ERROR SUMMARY: 1157 errors were not printed. Use --print-limit option to adjust the \
number of printed errors
"""
BARRIER = """\
========= COMPUTE-SANITIZER
========= Barrier error detected. Divergent thread(s) in block.
=========     at myKernel(int *, int *)+0xe40 in case.cu:60
=========     by thread (32,0,0) in block (0,0,0)
=========
========= ERROR SUMMARY: 1 error
"""
MASK = """\
========= COMPUTE-SANITIZER
========= Barrier error detected. Invalid arguments
=========     at myKernel(int *)+0x60 in case.cu:12
=========     by thread (16,0,0) in block (0,0,0)
=========
========= ERROR SUMMARY: 1 error
"""
UNKNOWN = """\
========= COMPUTE-SANITIZER
========= A report of a kind that nobody has seen
=========     at myKernel(int *)+0x60 in case.cu:12
========= ERROR SUMMARY: 3 errors
"""
SEGFAULT = """\
========= COMPUTE-SANITIZER
========= Error: process didn't terminate successfully
========= Target application returned an error
========= ERROR SUMMARY: 0 errors
"""
NOT_SUPPORTED = """\
========= COMPUTE-SANITIZER
========= Error: Device not supported. Please refer to the "Supported Devices" section
driver: stopped: no device: cudaErrorUnknown
"""
