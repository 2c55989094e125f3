// Inline PTX
#include "support.hpp"

using namespace frontend_test;

namespace {

std::string in_function(const std::string& body) {
  const std::string text = translated("void f() {" + body + "}");
  return text.substr(10, text.size() - 11);
}

}  // namespace

TEST_CASE("single instructions become one call") {
  struct Case {
    std::string statement;
    std::string result;
  };
  const auto c = GENERATE(values<Case>(
      {{R"(asm volatile("bar.sync 0;");)", "::emu::ptx::barrier(0, 1) ;"},
       {R"(asm("barrier.sync.aligned 3;");)", "::emu::ptx::barrier(3, 1);"},
       {R"(__asm__ __volatile__("membar.cta;");)", "::emu::ptx::fence(::emu::Scope::block) ;"},
       {R"(asm("membar.gl;");)", "::emu::ptx::fence(::emu::Scope::device);"},
       {R"(asm("fence.acq_rel.sys;");)", "::emu::ptx::fence(::emu::Scope::system);"},
       {R"(asm("mov.u32 %0, %%laneid;":"=r"(x));)", "x = ::emu::ptx::lane_id();"},
       {R"(asm("mov.u32 %0, %warpid;":"=r"(x));)", "x = ::emu::ptx::warp_id();"},
       {R"(asm("mov.u64 %[t], %%globaltimer;":[t]"=l"(x));)",
        "x = (std::remove_reference_t<decltype(x)>)::emu::ptx::global_timer();"},
       {R"(asm("ld.acquire.gpu.global.u32 %0, [%1];":"=r"(x):"l"(p));)",
        "::emu::ptx::load(&(x), (const void*)(p), 4, ::emu::Order::acquire, "
        "::emu::Scope::device);"},
       {R"(asm("ld.relaxed.cta.f64 %0, [%1+8];":"=d"(x):"l"(p+i));)",
        "::emu::ptx::load(&(x), (const void*)((const char*)(p+i) + 8), 8, ::emu::Order::relaxed, "
        "::emu::Scope::block);"},
       {R"(asm("ld.volatile.global.s32 %0, [%1+-4];":"=r"(x):"l"(p));)",
        "::emu::ptx::load(&(x), (const void*)((const char*)(p) + -4), 4, "
        "::emu::Order::is_volatile, ::emu::Scope::system);"},
       {R"(asm("ld.global.nc.L1::no_allocate.f32 %0, [%1];":"=f"(x):"l"(p));)",
        "::emu::ptx::load_read_only(&(x), (const void*)(p), 4);"},
       {R"(asm("":"+r"(x));)", "(void)0;"}}));
  CHECK(in_function(c.statement) == c.result);
}

TEST_CASE("what needs a temporary stays one statement") {
  CHECK(in_function(R"(asm("st.release.gpu.global.u32 [%0], %1;"::"l"(p),"r"(v));)") ==
        "do { { alignas(4) const unsigned int emu_value[] = {(unsigned int)(v)}; "
        "::emu::ptx::store((void*)(p), emu_value, 4, ::emu::Order::release, ::emu::Scope::device); "
        "} } while (0);");
  CHECK(in_function(R"(asm("ld.global.s8 %0, [%1];":"=r"(x):"l"(p));)") ==
        "do { { alignas(1) signed char emu_value[1]; ::emu::ptx::load(emu_value, (const void*)(p), "
        "1, ::emu::Order::weak, ::emu::Scope::system); x = emu_value[0]; } } while (0);");
  CHECK(
      in_function(R"(asm("ld.global.u32 %0, [%1];":"=r"(*q):"l"(p));)") ==
      "do { { alignas(4) unsigned int emu_value[1]; ::emu::ptx::load(emu_value, (const void*)(p), "
      "4, ::emu::Order::weak, ::emu::Scope::system); *q = emu_value[0]; } } while (0);");
  CHECK(in_function(R"(asm("ld.v2.f32 {%0, %1}, [%2];":"=f"(a),"=f"(b):"l"(p));)") ==
        "do { { alignas(8) float emu_value[2]; ::emu::ptx::load(emu_value, (const void*)(p), 8, "
        "::emu::Order::weak, ::emu::Scope::system); a = emu_value[0]; b = emu_value[1]; } } while "
        "(0);");
}

TEST_CASE("a load into shared memory passes through a temporary") {
  CHECK(contains(in_function(R"(__shared__ int x; asm("ld.u32 %0, [%1];":"=r"(x):"l"(p));)"),
                 "x = emu_value[0]"));
}

TEST_CASE("several instructions, one after the other") {
  CHECK(in_function(
            "asm volatile(\"membar.gl;\\n\\t\" // first\n  \"bar.sync 1;\" ::: \"memory\");") ==
        "do { { ::emu::ptx::fence(::emu::Scope::device); } { ::emu::ptx::barrier(1, 1); } } while "
        "(0)  // first\n    ;");
}

TEST_CASE("a barrier for the compiler alone stays") {
  CHECK(in_function(R"(asm volatile("" ::: "memory");)") == R"(asm volatile("" ::: "memory");)");
}

TEST_CASE("a barrier in a macro has the line of its use") {
  CHECK(translated("#define BAR asm(\"bar.sync 0;\")\n") ==
        "#define BAR ::emu::ptx::barrier(0, __LINE__)\n");
}

TEST_CASE("other PTX is unsupported, by name") {
  const std::string instruction = GENERATE(
      as<std::string>{}, "cp.async.ca.shared.global [%0], [%1], 16;", "prefetch.global.L2 [%1];",
      "bar.sync 0, 64;", "bar.red.popc.u32 %0, 0, %1;", "ld.acquire.global.u32 %0, [%1];",
      "ld.acquire.cluster.u32 %0, [%1];", "ld.param.u32 %0, [%1];", "ld.global.u64 %0, [%1];",
      "ld.global.v2.u32 %0, [%1];", "st.acquire.gpu.u32 [%1], %0;", "ld.u32 %0, [%7];",
      "mov.u32 %0, %%pm0;", "add.u32 %0, %0, 1;", "@p bra L;", ".reg .pred p;",
      "fence.proxy.async;", "ld.u32 %0, [%1+x];");
  CAPTURE(instruction);
  const Issue issue =
      only_issue("void f() {\nasm(\"" + instruction + "\" : \"=r\"(x) : \"l\"(p));\n}\n");
  CHECK(issue.kind == IssueKind::unsupported);
  CHECK(issue.line == 2);
  CAPTURE(issue.message);
  CHECK(contains(issue.message, instruction.substr(0, instruction.find_first_of(" ;"))));
}
