import type { handleClientStreamingCall, ServerDuplexStream } from '@grpc/grpc-js'
import type { Log, LogRecord, Proposed, Verdict } from './log.ts'
import { Any, Empty, expectedOf, identifier, nameOf, proposedOf, Status, shared, sizeOf, streamDeleted, streams, tooLarge } from './messages.ts'

type AppendRequest = InstanceType<typeof streams.AppendReq>
type AppendResponse = InstanceType<typeof streams.AppendResp>
type BatchRequest = InstanceType<typeof streams.BatchAppendReq>
type BatchResponse = InstanceType<typeof streams.BatchAppendResp>

const LIMIT = 1_048_576

const sum = (events: readonly Proposed[]): number => events.reduce((total, event) => total + sizeOf(event), 0)

/** The older call for one append: its options come first, then one message per event. */
export const append =
  (log: Log): handleClientStreamingCall<AppendRequest, AppendResponse> =>
  (call, reply) => {
    let options: InstanceType<typeof streams.AppendReq.Options> | undefined
    const events: Proposed[] = []
    call.on('data', (message: AppendRequest) => {
      options ??= message.getOptions()
      const proposed = message.getProposedMessage()
      if (proposed) events.push(proposedOf(proposed))
    })
    call.on('end', () => {
      if (!options) return call.emit('error', new Error('An append without options.'))
      if (sum(events) > LIMIT) return reply(tooLarge(LIMIT))
      const stream = nameOf(options.getStreamIdentifier())
      const expected = expectedOf(options, options.getRevision())
      const verdict = log.append(stream, expected, events)
      if (verdict.outcome === 'deleted') return reply(streamDeleted(stream))
      if (verdict.outcome === 'written') return reply(null, new streams.AppendResp().setSuccess(successOf(verdict.last)))
      const wrong = new streams.AppendResp.WrongExpectedVersion()
      if (verdict.current < 0) wrong.setCurrentNoStream(new shared.Empty())
      else wrong.setCurrentRevision(String(verdict.current))
      if (expected === 'any') wrong.setExpectedAny(new shared.Empty())
      else if (expected === 'exists') wrong.setExpectedStreamExists(new shared.Empty())
      else if (expected < 0) wrong.setExpectedNoStream(new shared.Empty())
      else wrong.setExpectedRevision(String(expected))
      return reply(null, new streams.AppendResp().setWrongExpectedVersion(wrong))
    })
  }

const successOf = ({ revision, position }: LogRecord) =>
  new streams.AppendResp.Success()
    .setCurrentRevision(String(revision))
    .setPosition(new streams.AppendResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position)))

/** The call that the client keeps open: appends interleave, each in one or several messages with its own id. */
export const batchAppend =
  (log: Log) =>
  (call: ServerDuplexStream<BatchRequest, BatchResponse>): void => {
    const open = new Map<string, { options: InstanceType<typeof streams.BatchAppendReq.Options>; events: Proposed[] }>()
    call.on('data', (message: BatchRequest) => {
      const id = message.getCorrelationId()?.getString() ?? ''
      const options = message.getOptions()
      if (options) open.set(id, { options, events: [] })
      const current = open.get(id)
      if (!current) return
      current.events.push(...message.getProposedMessagesList().map(proposedOf))
      if (!message.getIsFinal()) return
      open.delete(id)
      const stream = nameOf(current.options.getStreamIdentifier())
      const answer = new streams.BatchAppendResp().setCorrelationId(message.getCorrelationId()).setStreamIdentifier(identifier(stream))
      call.write(sum(current.events) > LIMIT ? answer.setError(tooLargeStatus()) : judged(answer, stream, current, log))
    })
    call.on('end', () => call.end())
  }

const judged = (
  answer: BatchResponse,
  stream: string,
  { options, events }: { options: InstanceType<typeof streams.BatchAppendReq.Options>; events: readonly Proposed[] },
  log: Log,
): BatchResponse => {
  const expected = expectedOf(options, options.getStreamPosition())
  const verdict = log.append(stream, expected, events)
  if (verdict.outcome === 'deleted') {
    return answer.setError(errorStatus('StreamDeleted', new shared.StreamDeleted().setStreamIdentifier(identifier(stream))))
  }
  if (verdict.outcome === 'wrong') return answer.setError(errorStatus('WrongExpectedVersion', wrongVersion(expected, verdict)))
  const { revision, position } = verdict.last
  const place = new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position))
  return answer.setSuccess(new streams.BatchAppendResp.Success().setCurrentRevision(String(revision)).setPosition(place))
}

const wrongVersion = (expected: number | 'any' | 'exists', { current }: Extract<Verdict, { outcome: 'wrong' }>) => {
  const wrong = new shared.WrongExpectedVersion()
  if (current < 0) wrong.setCurrentNoStream(new Empty())
  else wrong.setCurrentStreamRevision(String(current))
  if (expected === 'any') wrong.setExpectedAny(new Empty())
  else if (expected === 'exists') wrong.setExpectedStreamExists(new Empty())
  else if (expected < 0) wrong.setExpectedNoStream(new Empty())
  else wrong.setExpectedStreamPosition(String(expected))
  return wrong
}

const errorStatus = (kind: string, details: Readonly<{ serializeBinary(): Uint8Array }>) => {
  const any = new Any()
  any.pack(details.serializeBinary(), `event_store.client.${kind}`)
  return new Status().setMessage(kind).setDetails(any)
}

const tooLargeStatus = () => errorStatus('MaximumAppendSizeExceeded', new shared.MaximumAppendSizeExceeded().setMaxappendsize(LIMIT))
