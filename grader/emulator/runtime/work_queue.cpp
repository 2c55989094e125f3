#include "runtime/work_queue.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace emu::runtime {

namespace {

std::uint64_t position_in(const Positions& positions, std::uint32_t stream) {
  return stream < positions.size() ? positions[stream] : 0;
}

void raise(Positions& positions, std::uint32_t stream, std::uint64_t to) {
  if (positions.size() <= stream) positions.resize(stream + 1);
  positions[stream] = std::max(positions[stream], to);
}

}  // namespace

void WorkQueue::set_order(Pick pick, std::uint64_t seed) {
  if (pick == pick_ && seed == seed_) return;
  pick_ = pick;
  seed_ = random_ = seed;
}

WorkId WorkQueue::submit(StreamTail& stream, Work work, WorkId also_after, const void* pc) {
  if (stream.number == 0) stream.number = ++streams_;
  Item item{stream.kind, stream.number, ++stream.given, {}, std::move(work), pc, waited_for_};
  const auto put_after = [&](WorkId id) {
    if (is_pending(id)) item.after.push_back(id);
  };
  put_after(stream.last);
  put_after(also_after);
  if (stream.kind == StreamKind::blocking) put_after(last_legacy_);
  // What blocking streams were given before the last work of the legacy stream is in front of that.
  if (stream.kind == StreamKind::legacy)
    for (auto it = pending_.upper_bound(last_legacy_); it != pending_.end(); ++it)
      if (it->second.kind == StreamKind::blocking) item.after.push_back(it->first);

  // Where it is not pending any more, too: it may have run for lack of room.
  if (stream.kind == StreamKind::blocking && legacy_number_ != 0)
    raise(item.ordered, legacy_number_, legacy_given_);
  for (const WorkId before : item.after) {
    const Item& earlier = pending_.at(before);
    for (std::uint32_t s = 1; s < earlier.ordered.size(); ++s)
      raise(item.ordered, s, earlier.ordered[s]);
    raise(item.ordered, earlier.stream, earlier.position);
  }
  const WorkId id = next_id_++;
  pending_in_[item.stream].push_back(id);
  pending_.emplace(id, std::move(item));
  stream.last = id;
  if (stream.kind == StreamKind::legacy) {
    last_legacy_ = id;
    legacy_number_ = stream.number;
    legacy_given_ = stream.given;
  }
  return id;
}

WorkId WorkQueue::newest_of(const StreamTail& stream) const {
  if (stream.kind != StreamKind::legacy) return is_pending(stream.last) ? stream.last : 0;
  const auto found = std::find_if(pending_.rbegin(), pending_.rend(), [](const auto& entry) {
    return entry.second.kind != StreamKind::non_blocking;
  });
  return found == pending_.rend() ? 0 : found->first;
}

void WorkQueue::run(WorkId id) { run_set(with_all_before({id})); }

void WorkQueue::run(const StreamTail& stream) {
  if (stream.kind != StreamKind::legacy) return run(stream.last);
  std::vector<WorkId> wanted;
  for (const auto& [id, item] : pending_)
    if (item.kind != StreamKind::non_blocking) wanted.push_back(id);
  run_set(with_all_before(std::move(wanted)));
}

void WorkQueue::run_all() {
  std::vector<WorkId> ids;
  ids.reserve(pending_.size());
  for (const auto& entry : pending_) ids.push_back(entry.first);
  run_set(ids);
}

bool WorkQueue::run_oldest() {
  if (pending_.empty()) return false;
  take_and_run(pending_.begin()->first);
  return true;
}

std::vector<const void*> WorkQueue::pending_calls() const {
  std::vector<const void*> calls;
  for (const auto& entry : pending_)
    if (entry.second.pc != nullptr) calls.push_back(entry.second.pc);
  return calls;
}

void WorkQueue::drop_all() {
  const auto dropped = std::exchange(pending_, {});
  pending_in_.clear();
  for (const auto& entry : dropped) {
    const Item& item = entry.second;
    if (listener_ != nullptr)
      listener_->begin({item.stream, item.position, item.ordered, has_rivals(item)});
    item.work(false);
    if (listener_ != nullptr) listener_->end(false);
  }
}

/// The pending ones of `wanted` and of all that they wait for, in rising order.
std::vector<WorkId> WorkQueue::with_all_before(std::vector<WorkId> wanted) const {
  std::unordered_set<WorkId> found;
  while (!wanted.empty()) {
    const WorkId id = wanted.back();
    wanted.pop_back();
    const auto item = pending_.find(id);
    if (item == pending_.end() || !found.insert(id).second) continue;
    wanted.insert(wanted.end(), item->second.after.begin(), item->second.after.end());
  }
  std::vector<WorkId> ids(found.begin(), found.end());
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// `ids` rises and is closed: with a piece of work it has all that this waits for.
void WorkQueue::run_set(const std::vector<WorkId>& ids) {
  if (pick_ != Pick::oldest && ids.size() > 1)
    run_in_picked_order(ids);
  else
    for (const WorkId id : ids) take_and_run(id);  // work waits only for older work
  waited_for_ = have_run_;
}

void WorkQueue::run_in_picked_order(const std::vector<WorkId>& ids) {
  std::unordered_map<WorkId, std::size_t> waits_for;
  std::unordered_map<WorkId, std::vector<WorkId>> followers;
  std::vector<WorkId> ready;
  for (const WorkId id : ids) {
    std::size_t count = 0;
    for (const WorkId before : pending_.at(id).after) {
      if (!is_pending(before)) continue;
      followers[before].push_back(id);
      ++count;
    }
    waits_for[id] = count;
    if (count == 0) ready.push_back(id);
  }
  while (!ready.empty()) {
    const std::size_t chosen = pick_among(ready);
    const WorkId id = ready[chosen];
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(chosen));
    take_and_run(id);
    for (const WorkId follower : followers[id])
      if (--waits_for[follower] == 0) ready.push_back(follower);
  }
}

void WorkQueue::take_and_run(WorkId id) {
  auto node = pending_.extract(id);
  if (node.empty()) return;  // dropped in between
  Item& item = node.mapped();
  const auto in_stream = pending_in_.find(item.stream);
  in_stream->second.pop_front();  // work of a stream runs in its order
  if (in_stream->second.empty()) pending_in_.erase(in_stream);
  const bool rivals = has_rivals(item);
  raise(have_run_, item.stream, item.position);
  if (listener_ != nullptr) listener_->begin({item.stream, item.position, item.ordered, rivals});
  item.work(true);
  if (listener_ != nullptr) listener_->end(pending_.empty());
}

/// Whether something has run, or is pending, that no order puts before or behind this.
bool WorkQueue::has_rivals(const Item& item) const {
  for (std::uint32_t s = 1; s < have_run_.size(); ++s)
    if (s != item.stream && have_run_[s] > position_in(item.ordered, s)) return true;
  // What comes later in a stream is ordered behind no less than what comes first.
  return std::any_of(pending_in_.begin(), pending_in_.end(), [&](const auto& entry) {
    const auto& [stream, ids] = entry;
    return stream != item.stream &&
           position_in(pending_.at(ids.front()).ordered, item.stream) < item.position;
  });
}

std::size_t WorkQueue::pick_among(const std::vector<WorkId>& ready) {
  if (pick_ == Pick::newest)
    return static_cast<std::size_t>(std::max_element(ready.begin(), ready.end()) - ready.begin());
  random_ += 0x9E3779B97F4A7C15u;  // splitmix64
  std::uint64_t z = random_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (z ^ (z >> 31)) % ready.size();
}

}  // namespace emu::runtime
