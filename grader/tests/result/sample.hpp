// A result with every field set to something that is not its default.
#pragma once

#include "result/result.hpp"

inline result::Lab sample_lab() {
  using namespace result;
  Difference difference;
  difference.output = "d_out";
  difference.first_index = 5'000'000'000;
  difference.wrong = 7;
  difference.size = 6'000'000'000;
  difference.window_begin = 4'999'999'998;
  difference.input = {"3", "1"};
  difference.expected = {"0", "3"};
  difference.got = {"3", "4"};
  difference.error = 3;
  difference.bound = 0.25;
  difference.shape = {"inclusive_scan", "each element is the sum up to its own"};
  difference.smallest_n = 2;

  Finding finding;
  finding.code = Verdict::out_of_bounds;
  finding.message = "block 0 writes behind the end of \"d_out\"";
  finding.places = {{"writes here", "scan.cu", 24, "  d_out[i] = x;", "thread 17 of block 0"}};
  finding.look_at = "What is the largest index?";
  finding.at_case = "n = 1000, block_size = 48";
  finding.occurrences = 254;
  finding.difference = difference;

  Check wrong;
  wrong.name = "ragged ends";
  wrong.task = 2;
  wrong.category = Category::safety;
  wrong.points = 0;
  wrong.max_points = 5;
  wrong.verdict = Verdict::out_of_bounds;
  wrong.reason = "why";
  wrong.findings = {finding};
  wrong.notes = {"printed by the submission: hello"};
  wrong.seconds = 0.25;

  Check right;
  right.name = "whole tiles";
  right.task = 1;
  right.points = right.max_points = 20;
  right.verdict = Verdict::pass;

  Lab lab;
  lab.lab = "04_blelloch_scan";
  lab.title = "Blelloch scan";
  lab.submission = "my folder/\"scan\".cu";
  lab.verdict = Verdict::not_run;
  lab.backend = "emulator";
  lab.device = "4 multiprocessors";
  lab.seed = 18446744073709551615u;
  lab.build_output = "scan.cu:3: warning\n\tquoted";
  lab.build_seconds = 0.5;
  lab.checks = {right, wrong};
  lab.timings = {{"CPU, one core", 1u << 22, 256, 5, 1.5, 0.01, "float, -O3", 11.25,
                  Verdict::suspect, "faster than the memory"}};
  lab.counted = {1u << 20, 256, {{"load requests", 32768, 8192.5}, {"barriers", 12, {}}}};
  lab.accuracy = {"d_sum", 1u << 20, 0.5, 64, 1.5, 0.25};
  lab.gpu = {"NVIDIA H200", Verdict::wrong_answer, 2.5};
  lab.notes = {"emulated"};
  return lab;
}
