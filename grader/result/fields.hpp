// The one list of the document's fields: written, read and (by hand) described in
// result.schema.json in this order.
#pragma once

#include <concepts>

#include "result/result.hpp"

namespace result {

template <class T, class Record>
concept MaybeConst = std::same_as<std::remove_const_t<T>, Record>;

template <class Archive, MaybeConst<Place> T>
void visit_fields(Archive& archive, T& place) {
  archive("role", place.role);
  archive("file", place.file);
  archive("line", place.line);
  archive("text", place.text);
  archive("thread", place.thread);
}

template <class Archive, MaybeConst<Shape> T>
void visit_fields(Archive& archive, T& shape) {
  archive("name", shape.name);
  archive("text", shape.text);
}

template <class Archive, MaybeConst<Difference> T>
void visit_fields(Archive& archive, T& difference) {
  archive("output", difference.output);
  archive("first_index", difference.first_index);
  archive("wrong", difference.wrong);
  archive("size", difference.size);
  archive("window_begin", difference.window_begin);
  archive("input", difference.input);
  archive("expected", difference.expected);
  archive("got", difference.got);
  archive("error", difference.error);
  archive("bound", difference.bound);
  archive("shape", difference.shape);
  archive("smallest_n", difference.smallest_n);
}

template <class Archive, MaybeConst<Finding> T>
void visit_fields(Archive& archive, T& finding) {
  archive("code", finding.code);
  archive("message", finding.message);
  archive("places", finding.places);
  archive("look_at", finding.look_at);
  archive("at_case", finding.at_case);
  archive("occurrences", finding.occurrences);
  archive("difference", finding.difference);
}

template <class Archive, MaybeConst<Check> T>
void visit_fields(Archive& archive, T& check) {
  archive("name", check.name);
  archive("task", check.task);
  archive("category", check.category);
  archive("points", check.points);
  archive("max_points", check.max_points);
  archive("verdict", check.verdict);
  archive("reason", check.reason);
  archive("findings", check.findings);
  archive("notes", check.notes);
  archive("seconds", check.seconds);
}

template <class Archive, MaybeConst<Timing> T>
void visit_fields(Archive& archive, T& timing) {
  archive("what", timing.what);
  archive("n", timing.n);
  archive("block_size", timing.block_size);
  archive("repeats", timing.repeats);
  archive("median_ms", timing.median_ms);
  archive("spread", timing.spread);
  archive("note", timing.note);
  archive("gigabytes_per_second", timing.gigabytes_per_second);
  archive("outcome", timing.outcome);
  archive("why", timing.why);
}

template <class Archive, MaybeConst<Count> T>
void visit_fields(Archive& archive, T& count) {
  archive("what", count.what);
  archive("value", count.value);
  archive("ideal", count.ideal);
}

template <class Archive, MaybeConst<Counted> T>
void visit_fields(Archive& archive, T& counted) {
  archive("n", counted.n);
  archive("block_size", counted.block_size);
  archive("counts", counted.counts);
}

template <class Archive, MaybeConst<Accuracy> T>
void visit_fields(Archive& archive, T& accuracy) {
  archive("output", accuracy.output);
  archive("n", accuracy.n);
  archive("error", accuracy.error);
  archive("bound", accuracy.bound);
  archive("naive_error", accuracy.naive_error);
  archive("pairwise_error", accuracy.pairwise_error);
}

template <class Archive, MaybeConst<GpuRun> T>
void visit_fields(Archive& archive, T& run) {
  archive("device", run.device);
  archive("verdict", run.verdict);
  archive("build_seconds", run.build_seconds);
}

template <class Archive, MaybeConst<Lab> T>
void visit_fields(Archive& archive, T& lab) {
  archive("lab", lab.lab);
  archive("title", lab.title);
  archive("submission", lab.submission);
  archive("verdict", lab.verdict);
  archive("points", lab.points);
  archive("max_points", lab.max_points);
  archive("backend", lab.backend);
  archive("device", lab.device);
  archive("seed", lab.seed);
  archive("build_output", lab.build_output);
  archive("build_seconds", lab.build_seconds);
  archive("checks", lab.checks);
  archive("timings", lab.timings);
  archive("counted", lab.counted);
  archive("accuracy", lab.accuracy);
  archive("gpu", lab.gpu);
  archive("notes", lab.notes);
}

}  // namespace result
