#include "sandbox/system_calls.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace sandbox {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t machine = AUDIT_ARCH_X86_64;
constexpr std::uint32_t first_foreign_call = 0x40000000;  // x32
#elif defined(__aarch64__)
constexpr std::uint32_t machine = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t first_foreign_call = 0xFFFFFFFF;
#endif

// Arguments are 64 bits wide; the numbers looked at here fit into the low half, and little-endian
// machines have it first.
constexpr std::uint32_t argument(unsigned k) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * k);
}
constexpr std::uint32_t call_number = offsetof(seccomp_data, nr);

/// A program for the kernel's filter machine, grown rule by rule. Each rule ends by loading the
/// number of the call again, so that rules can stand in any order.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    skip_unless_equal(machine, 1);
    skip(1);
    deny(ENOSYS);  // another machine's numbers would mean other calls
    load(call_number);
    add(BPF_JMP | BPF_JGE | BPF_K, first_foreign_call, 0, 1);
    deny(ENOSYS);
  }

  void refuse(long call, int error = EPERM) {
    skip_unless_equal(static_cast<std::uint32_t>(call), 1);
    deny(error);
  }
  /// Refused unless argument `k` is one of the two values.
  void only(long call, unsigned k, std::uint32_t value, std::uint32_t or_value) {
    skip_unless_equal(static_cast<std::uint32_t>(call), 5);
    load(argument(k));
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 2, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, or_value, 1, 0);
    deny(EPERM);
    load(call_number);
  }
  /// Refused where argument `k` is the value.
  void refuse_where(long call, unsigned k, std::uint32_t value, int error = EPERM) {
    skip_unless_equal(static_cast<std::uint32_t>(call), 4);
    load(argument(k));
    skip_unless_equal(value, 1);
    deny(error);
    load(call_number);
  }
  /// Refused where argument `k` has none of these bits (`with` false), or any of them.
  void refuse_by_bits(long call, unsigned k, std::uint32_t bits, bool with) {
    skip_unless_equal(static_cast<std::uint32_t>(call), 4);
    load(argument(k));
    if (with)
      add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    else
      add(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
    deny(EPERM);
    load(call_number);
  }
  bool install() {
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    if (used_ > most) {
      errno = E2BIG;
      return false;
    }
    const sock_fprog program = {static_cast<unsigned short>(used_), code_};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  static constexpr unsigned most = 512;

  void add(int code, std::uint32_t k, unsigned char if_true = 0, unsigned char if_false = 0) {
    if (used_ < most) code_[used_] = {static_cast<std::uint16_t>(code), if_true, if_false, k};
    ++used_;
  }
  void load(std::uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }
  void skip(std::uint32_t count) { add(BPF_JMP | BPF_JA, count); }
  void skip_unless_equal(std::uint32_t value, unsigned char count) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
  }
  void deny(int error) { add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)); }

  sock_filter code_[most];
  unsigned used_ = 0;
};

// Signals, limits and priorities of other processes: without a process namespace the grader is one
// of them.
void leave_others_alone(Filter& filter, std::uint32_t self) {
  filter.only(SYS_kill, 0, self, self);
  filter.only(SYS_tgkill, 0, self, self);
  filter.only(SYS_rt_sigqueueinfo, 0, self, self);
  filter.only(SYS_rt_tgsigqueueinfo, 0, self, self);
  filter.refuse(SYS_tkill);
  filter.only(SYS_prlimit64, 0, 0, self);
  for (const long call : {SYS_sched_setparam, SYS_sched_setscheduler, SYS_setpriority,
                          SYS_ioprio_set, SYS_migrate_pages, SYS_move_pages})
    filter.refuse(call);
  // Signals by way of a descriptor's owner.
  for (const int command : {F_SETOWN, F_SETOWN_EX, F_SETSIG})
    filter.refuse_where(SYS_fcntl, 1, static_cast<std::uint32_t>(command));
  for (const unsigned long command : {FIOSETOWN, SIOCSPGRP, TIOCSTI})
    filter.refuse_where(SYS_ioctl, 1, static_cast<std::uint32_t>(command));
  for (const long call :
       {SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_open,
        SYS_pidfd_send_signal, SYS_pidfd_getfd, SYS_process_madvise})
    filter.refuse(call);
}

// New namespaces give a process rights that it does not have; the rest is for those who run the
// machine, or a way around this filter.
void keep_out_of_the_kernel(Filter& filter) {
  for (const long call : {SYS_unshare,
                          SYS_setns,
                          SYS_mount,
                          SYS_umount2,
                          SYS_pivot_root,
                          SYS_chroot,
                          SYS_open_tree,
                          SYS_move_mount,
                          SYS_fsopen,
                          SYS_fsconfig,
                          SYS_fsmount,
                          SYS_fspick,
                          SYS_swapon,
                          SYS_swapoff,
                          SYS_reboot,
                          SYS_sethostname,
                          SYS_setdomainname,
                          SYS_init_module,
                          SYS_finit_module,
                          SYS_delete_module,
                          SYS_kexec_load,
                          SYS_acct,
                          SYS_quotactl,
                          SYS_bpf,
                          SYS_perf_event_open,
                          SYS_userfaultfd,
                          SYS_io_uring_setup,
                          SYS_add_key,
                          SYS_request_key,
                          SYS_keyctl,
                          SYS_name_to_handle_at,
                          SYS_open_by_handle_at})
    filter.refuse(call, EPERM);
}

// Only sockets of one family, AF_UNIX, are of use on the machine itself.
void keep_off_the_network(Filter& filter) { filter.only(SYS_socket, 0, AF_UNIX, AF_UNIX); }

void no_new_namespaces(Filter& filter) {
  constexpr std::uint32_t namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                       CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  filter.refuse_by_bits(SYS_clone, 0, namespaces, true);
  // Its flags lie in memory, where a filter cannot look; the C library then uses clone.
  filter.refuse(SYS_clone3, ENOSYS);
}

void threads_only(Filter& filter) {
  filter.refuse_by_bits(SYS_clone, 0, CLONE_THREAD, false);
#ifdef SYS_fork
  filter.refuse(SYS_fork);
  filter.refuse(SYS_vfork);
#endif
}

}  // namespace

bool restrict_system_calls(pid_t self, bool restrict_calls, bool no_processes) {
  if (!restrict_calls && !no_processes) return true;
  Filter filter;
  if (restrict_calls) {
    leave_others_alone(filter, static_cast<std::uint32_t>(self));
    keep_out_of_the_kernel(filter);
    keep_off_the_network(filter);
  }
  no_new_namespaces(filter);
  if (no_processes) threads_only(filter);
  return filter.install();
}

}  // namespace sandbox
