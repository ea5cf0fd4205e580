import { randomUUID } from 'node:crypto'
import { type handleUnaryCall, Server, ServerCredentials, type ServiceDefinition, type UntypedServiceImplementation } from '@grpc/grpc-js'
import { append, batchAppend } from './appends.ts'
import { Log } from './log.ts'
import {
  expectedOf,
  features,
  GossipService,
  gossip,
  nameOf,
  ServerFeaturesService,
  StreamsService,
  streamDeleted,
  streams,
  uuid,
  wrongExpectedVersion,
} from './messages.ts'
import { read } from './reads.ts'

export type WireServer = Readonly<{ connectionString: string; port: number; log: Log; stop(): Promise<void> }>

const HOST = '127.0.0.1'

/**
 * An in-memory server of EventStoreDB's protocol for the real client: the calls that Vestry's adapter uses, as observed
 * on nodes of 23.10 to 24.10.
 */
export const startWireServer = async ({ port = 0, log = new Log() }: { port?: number; log?: Log } = {}): Promise<WireServer> => {
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
  const supported = new features.SupportedMethods().setEventStoreServerVersion('24.10.0')
  const serve = (service: unknown, implementation: UntypedServiceImplementation): void => {
    const definition = service as ServiceDefinition
    server.addService(definition, implementation)
    for (const { path } of Object.values(definition)) {
      const [, serviceName = '', methodName = ''] = path.toLowerCase().split('/')
      supported.addMethods(new features.SupportedMethod().setServiceName(serviceName).setMethodName(methodName))
    }
  }
  let bound = port
  serve(StreamsService, {
    append: append(log),
    batchAppend: batchAppend(log),
    read: read(log),
    tombstone: tombstone(log),
  } as unknown as UntypedServiceImplementation)
  serve(ServerFeaturesService, { getSupportedMethods: answering(() => supported) })
  serve(GossipService, { read: answering(() => clusterOf(bound)) })
  bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${HOST}:${port}`, ServerCredentials.createInsecure(), (error, at) => (error ? reject(error) : resolve(at)))
  })
  return {
    connectionString: `esdb://${HOST}:${bound}?tls=false`,
    port: bound,
    log,
    stop: async () => server.forceShutdown(),
  }
}

const answering =
  <Response>(answer: () => Response): handleUnaryCall<unknown, Response> =>
  (_call, reply) =>
    reply(null, answer())

const clusterOf = (port: number) =>
  new gossip.ClusterInfo().setMembersList([
    new gossip.MemberInfo()
      .setInstanceId(uuid(randomUUID()))
      .setTimeStamp(String(Date.now()))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress(HOST).setPort(port)),
  ])

const tombstone =
  (log: Log): handleUnaryCall<InstanceType<typeof streams.TombstoneReq>, InstanceType<typeof streams.TombstoneResp>> =>
  (call, reply) => {
    const options = call.request.getOptions()
    const stream = nameOf(options?.getStreamIdentifier())
    if (!options || log.isDeleted(stream)) return reply(streamDeleted(stream))
    const expected = expectedOf(options, options.getRevision())
    const current = log.stream(stream).length - 1
    if (current < 0 || (typeof expected === 'number' && expected !== current)) {
      return reply(wrongExpectedVersion(stream, typeof expected === 'number' ? expected : -2, current))
    }
    const position = String(log.tombstone(stream))
    return reply(
      null,
      new streams.TombstoneResp().setPosition(new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position)),
    )
  }
