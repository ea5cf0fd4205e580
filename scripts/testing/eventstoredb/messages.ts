import { createRequire } from 'node:module'
import { Metadata, type ServerWritableStream, status } from '@grpc/grpc-js'
import type { Expected, LogRecord, Proposed } from './log.ts'

const require = createRequire(import.meta.url)

// Classes from the client's generated code: CommonJS whose names an import cannot see.
export const streams = require('@eventstore/db-client/generated/streams_pb.js') as typeof import('@eventstore/db-client/generated/streams_pb.js')
export const shared = require('@eventstore/db-client/generated/shared_pb.js') as typeof import('@eventstore/db-client/generated/shared_pb.js')
export const { Status } = require('@eventstore/db-client/generated/status_pb.js') as typeof import('@eventstore/db-client/generated/status_pb.js')
export const features =
  require('@eventstore/db-client/generated/serverfeatures_pb.js') as typeof import('@eventstore/db-client/generated/serverfeatures_pb.js')
export const gossip = require('@eventstore/db-client/generated/gossip_pb.js') as typeof import('@eventstore/db-client/generated/gossip_pb.js')
export const { StreamsService } =
  require('@eventstore/db-client/generated/streams_grpc_pb.js') as typeof import('@eventstore/db-client/generated/streams_grpc_pb.js')
export const { ServerFeaturesService } =
  require('@eventstore/db-client/generated/serverfeatures_grpc_pb.js') as typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb.js')
export const { GossipService } =
  require('@eventstore/db-client/generated/gossip_grpc_pb.js') as typeof import('@eventstore/db-client/generated/gossip_grpc_pb.js')
export const { Any } = require('google-protobuf/google/protobuf/any_pb.js') as typeof import('google-protobuf/google/protobuf/any_pb.js')
export const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js') as typeof import('google-protobuf/google/protobuf/empty_pb.js')

type Identifier = InstanceType<typeof shared.StreamIdentifier>
export type ReadResponse = InstanceType<typeof streams.ReadResp>
export type ReadOptions = InstanceType<typeof streams.ReadReq.Options>
export type ReadCall = ServerWritableStream<InstanceType<typeof streams.ReadReq>, ReadResponse>

/** Respects flow control: a slow client slows the sender down. */
export const send = async (call: ReadCall, message: ReadResponse): Promise<void> => {
  if (call.write(message)) return
  await new Promise<void>((resolve) => {
    const go = (): void => {
      call.off('drain', go).off('cancelled', go)
      resolve()
    }
    call.on('drain', go).on('cancelled', go)
  })
}

export const nameOf = (identifier: Identifier | undefined): string => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
export const identifier = (name: string): Identifier => new shared.StreamIdentifier().setStreamName(Buffer.from(name))
export const uuid = (id: string) => new shared.UUID().setString(id)

type ProposedMessage = InstanceType<typeof streams.BatchAppendReq.ProposedMessage> | InstanceType<typeof streams.AppendReq.ProposedMessage>

export const proposedOf = (message: ProposedMessage): Proposed => ({
  id: message.getId()?.getString().toLowerCase() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

/** The size of an append that a node compares with its limit (24.10): data, metadata and type. */
export const sizeOf = ({ data, metadata, type }: Proposed): number => data.length + metadata.length + Buffer.byteLength(type)

type Expectation = Readonly<{ hasAny(): boolean; hasNoStream(): boolean; hasStreamExists(): boolean }>

export const expectedOf = (options: Expectation, revision: string): Expected => {
  if (options.hasAny()) return 'any'
  if (options.hasStreamExists()) return 'exists'
  return options.hasNoStream() ? -1 : Number(revision)
}

export const eventMessage = (record: LogRecord): ReadResponse => {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuid(record.id))
    .setStreamIdentifier(identifier(record.stream))
    .setStreamRevision(String(record.revision))
    .setPreparePosition(String(record.position))
    .setCommitPosition(String(record.position))
    .setCustomMetadata(record.metadata)
    .setData(record.data)
  event.getMetadataMap().set('type', record.type).set('content-type', record.contentType).set('created', String(record.created))
  return new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(String(record.position)))
}

/** A reader's position: at a record, or without `prepare` before the record that begins there. */
export type Place = Readonly<{ commit: bigint; prepare: bigint }>

export const checkpointMessage = ({ commit, prepare }: Place): ReadResponse =>
  new streams.ReadResp().setCheckpoint(new streams.ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)))

/** A gRPC error whose `exception` trailer picks the client's class of error. */
export const failure = (code: status, exception: string, details: string, trailers: Readonly<Record<string, string>> = {}): Error => {
  const metadata = new Metadata()
  metadata.set('exception', exception)
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata })
}

export const streamDeleted = (stream: string): Error =>
  failure(status.FAILED_PRECONDITION, 'stream-deleted', `Event stream '${stream}' is deleted.`, { 'stream-name': stream })

export const wrongExpectedVersion = (stream: string, expected: number, current: number): Error =>
  failure(status.FAILED_PRECONDITION, 'wrong-expected-version', 'Append failed due to WrongExpectedVersion.', {
    'stream-name': stream,
    'expected-version': String(expected),
    'actual-version': String(current),
  })

export const tooLarge = (limit: number): Error =>
  failure(status.INVALID_ARGUMENT, 'maximum-append-size-exceeded', `Maximum Append Size of ${limit} Exceeded.`, {
    'maximum-append-size': String(limit),
  })

export const noRecord = (): Error => {
  const details = 'Trying to read from an invalid position.'
  return Object.assign(new Error(details), { code: status.INVALID_ARGUMENT, details, metadata: new Metadata() })
}
