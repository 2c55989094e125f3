// Statements, conditions, loops and CUDA's calls.
#include "support.hpp"

using namespace mutants_test;

TEST_CASE("each barrier is dropped by itself") {
  const Lines each = {";", "for (;;) ;", ";", ";"};
  CHECK(made_in_body("__syncthreads();\nfor (;;) __syncthreads();\n__syncwarp();\n__threadfence();",
                     "barrier") == each);
}

TEST_CASE("what is first written is not written") {
  CHECK(made_in_body("s[i] = 0.0f;\nif (p) *q = 1;\nCUDA_CHECK(cudaMemsetAsync(p, 0, 4));",
                     "initialisation") == Lines{";", "if (p) ;", ";"});
}

TEST_CASE("statements are dropped") {
  const Lines two = {";", "if (n == 0) ;"};
  CHECK(made("int f() {\n  g();\n  if (n == 0) return 0;\n  return 1;\n}\n", "statement") == two);
  CHECK(made("void f() {\n  k<<<a,\n      b>>>(c);\n}\n", "statement") == Lines{";"});
  CHECK(made("void f() {\n  x += y;\n}\n", "statement") == Lines{";"});
  CHECK(made("void f() {\n  do {\n    g();\n  } while (p);\n}\n", "statement") == Lines{";"});
  CHECK(made("void f() {\n  if (p)\n    g();\n  else\n    h();\n}\n", "statement") ==
        Lines{";", ";"});
}

TEST_CASE("declarations stay") {
  CHECK(made("void f() {\n  const unsigned a = 5, b = 7;\n  TileRef state(d[t]);\n  float x;\n"
             "  std::vector<int> v{p};\n  float* const q = p;\n  using T = int;\n}\n",
             "statement")
            .empty());
}

TEST_CASE("conditions of branches") {
  CHECK(made_in_body("if (a < b) g();", "condition") ==
        Lines{"if (!(a < b)) g();", "if (true) g();"});
  CHECK(made_in_body("if (a == b) g();", "condition") == Lines{"if (true) g();"});
  CHECK(made_in_body("if (a < b) {\ng();\nh();\n}", "condition") ==
        Lines{"if (!(a < b)) {", "if (true) {", "if (false) {"});
  CHECK(made_in_body("if (a == b)\ng();\nelse\nh();", "condition") ==
        Lines{"if (true)", "if (false)"});
}

TEST_CASE("conditions of choices and of loops") {
  CHECK(made_in_body("x = i < n ? d[i] : 0.0f;", "condition") == Lines{"x = true ? d[i] : 0.0f;"});
  CHECK(made_in_body("k(a, i < n && p ? b : c);", "condition") == Lines{"k(a, true ? b : c);"});
  CHECK(made_in_body("do {\ng();\n} while (seen == nothing);", "condition") ==
        Lines{"} while (false);"});
  CHECK(made_in_body("while (a < b) a *= 2;", "condition").empty());
}

TEST_CASE("a loop's step") {
  CHECK(made_in_body("for (i = a; i < n; i += blockDim.x) g(i);", "stride") ==
        Lines{"for (i = a; i < n; i += 2 * (blockDim.x)) g(i);",
              "for (i = a; i < n; i += (blockDim.x) / 2) g(i);"});
  CHECK(made_in_body("for (i = a;; i -= 32) g(i);", "stride") ==
        Lines{"for (i = a;; i -= 64) g(i);", "for (i = a;; i -= 16) g(i);"});
}

TEST_CASE("launches") {
  CHECK(made_in_body("k<<<a + b, c, d>>>(e);", "launch") ==
        Lines{"k<<<(a + b) + 1, c, d>>>(e);", "k<<<(a + b) - 1, c, d>>>(e);",
              "k<<<a + b, (c) + 1, d>>>(e);", "k<<<a + b, (c) - 1, d>>>(e);",
              "k<<<a + b, c, (d) - sizeof(float)>>>(e);", "k<<<a + b, c, 0>>>(e);"});
  CHECK(made_in_body("k<<<min(a, b), c>>>(e);", "launch") ==
        Lines{"k<<<(min(a, b)) + 1, c>>>(e);", "k<<<(min(a, b)) - 1, c>>>(e);",
              "k<<<min(a, b), (c) + 1>>>(e);", "k<<<min(a, b), (c) - 1>>>(e);"});
}

TEST_CASE("shuffles and votes") {
  CHECK(made_in_body("x = __shfl_up_sync(m, x, d);", "shuffle") ==
        Lines{"x = __shfl_down_sync(m, x, d);", "x = __shfl_up_sync(0x0000ffffu, x, d);",
              "x = __shfl_up_sync(m, x, (d) + 1);"});
  CHECK(made_in_body("b = __any_sync(m, p);", "shuffle") ==
        Lines{"b = __all_sync(m, p);", "b = __any_sync(0x0000ffffu, p);"});
}

TEST_CASE("atomics and the order of memory") {
  CHECK(made_in_body("x = atomicAdd(&s[i], v + 1);", "atomic") ==
        Lines{"x = (*(&s[i]) += v + 1);", "x = atomicAdd_block(&s[i], v + 1);"});
  CHECK(made_in_body("f.load(cuda::memory_order_acquire);", "order") ==
        Lines{"f.load(cuda::memory_order_relaxed);"});
  CHECK(made("using R = cuda::atomic_ref<int, cuda::thread_scope_device>;\n", "order") ==
        Lines{"using R = cuda::atomic_ref<int, cuda::thread_scope_block>;"});
}
