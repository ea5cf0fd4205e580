import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { MAX_UPLOAD_BYTES } from '../../modules/payors/values.ts'
import { readConfig } from '../../modules/platform/config.ts'

const root = new URL('../../', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, root), 'utf8')

const settings = (): ReadonlySet<string> =>
  new Set([...read('modules/platform/config.ts').matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name))

type Service = Readonly<{
  image?: string
  build?: string
  ports?: readonly string[]
  environment?: Readonly<Record<string, string>>
  healthcheck?: Readonly<{ test?: readonly string[]; timeout?: string; disable?: boolean }>
  tmpfs?: readonly string[]
  command?: readonly string[]
  read_only?: boolean
  cap_drop?: readonly string[]
  stop_grace_period?: string
  depends_on?: Readonly<Record<string, Readonly<{ condition: string }>>>
  volumes?: readonly string[]
}>
type Compose = Readonly<{ services: Readonly<Record<string, Service>>; volumes: Readonly<Record<string, unknown>> }>
const compose = parse(read('scripts/deploy/compose.scale.yml'), { merge: true }) as Compose
const plain = parse(read('docker-compose.yml'), { merge: true }) as Compose
const everywhere = [compose, plain].flatMap(({ services }) => Object.entries(services))
const ours = Object.entries(compose.services).filter(([, { image }]) => image?.startsWith('vestry:'))

type Probe = Readonly<{ httpGet: Readonly<{ path: string; port: string }>; periodSeconds: number; timeoutSeconds?: number; failureThreshold: number }>
type Container = Readonly<{
  image: string
  env?: readonly Readonly<{ name: string; value?: string; valueFrom?: Readonly<{ secretKeyRef: Readonly<{ name: string; key: string }> }> }>[]
  envFrom: readonly Readonly<{ configMapRef?: Readonly<{ name: string }>; secretRef?: Readonly<{ name: string }> }>[]
  ports?: readonly Readonly<{ name: string; containerPort: number }>[]
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
  securityContext: Readonly<Record<string, unknown>>
}>
type Pod = Readonly<{ terminationGracePeriodSeconds: number; securityContext: Readonly<Record<string, unknown>>; containers: readonly Container[] }>
type Thing = Readonly<{
  kind: string
  apiVersion: string
  metadata: Readonly<{ name: string; namespace?: string; annotations?: Readonly<Record<string, string>> }>
  data?: Readonly<Record<string, unknown>>
  spec: Readonly<{
    replicas?: number
    minAvailable?: number
    selector?: Readonly<{ matchLabels?: Readonly<Record<string, string>>; role?: string }>
    ports?: readonly Readonly<{ targetPort: string }>[]
    template: Readonly<{ metadata: Readonly<{ labels: Readonly<Record<string, string>> }>; spec: Pod }>
    jobTemplate?: Readonly<{ spec: Readonly<{ template: Readonly<{ spec: Pod }> }> }>
  }>
}>
const things = readdirSync(new URL('kubernetes', import.meta.url))
  .sort()
  .flatMap((name) => parseAllDocuments(read(`scripts/deploy/kubernetes/${name}`)).map((one) => one.toJS() as Thing))
const deployments = things.filter(({ kind }) => kind === 'Deployment')
const pods = [
  ...deployments.map(({ spec }) => spec.template.spec),
  ...things.flatMap(({ spec }) => (spec?.jobTemplate ? [spec.jobTemplate.spec.template.spec] : [])),
]

const ofUnit = (name: string): [string, string][] =>
  [...read(`scripts/deploy/${name}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((one) => one.split('=', 2) as [string, string]),
  )

/** The variables that tools read, besides those in the settings file. */
const ofTools = (): [string, string][] =>
  [...read('scripts/deploy/vestry-tool').matchAll(/--setenv=(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])

const KEY = Buffer.alloc(32).toString('base64')
const FILLED: Readonly<Record<string, string>> = {
  PERSONAL_DATA_KEY: KEY,
  BACKUP_KEY: KEY,
  SMTP_URL: 'smtps://us:secret@mail.example.org',
  MAIL_FROM: 'Synod <billing@example.org>',
  METRICS_TOKEN: 'a-token-of-24-characters',
  DATABASE_URL: 'postgres://vestry:secret@postgres/vestry',
  DOMAIN: 'dues.example.org',
}
const filled = (value: string): string =>
  value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, mark?: string, text = '') =>
    mark === '-' ? text : (FILLED[name] ?? `${name.toLowerCase()}-in-env`),
  )

test('every variable set for the product is a setting, and the product starts with them', () => {
  const known = settings()
  expect(known.size).toBeGreaterThan(30)
  const started: Record<string, Readonly<Record<string, string>>> = Object.fromEntries([
    ...ours.map(([name, { environment = {} }]) => [
      name,
      Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)])),
    ]),
    ...['vestry.service', 'vestry-backup.service'].map((unit) => [unit, { ...FILLED, ...Object.fromEntries(ofUnit(unit)), DOMAIN: '' }]),
    ['vestry-tool', { ...FILLED, ...Object.fromEntries(ofTools()), DOMAIN: '' }],
    ...deployments.map(({ metadata, spec }) => [
      metadata.name,
      {
        ...{ ...FILLED, DOMAIN: '', NODE_ENV: 'production' },
        ...(things.find(({ kind }) => kind === 'ConfigMap')?.data as Record<string, string>),
        ...Object.fromEntries((spec.template.spec.containers[0]?.env ?? []).map(({ name, value }) => [name, value ?? ''])),
      },
    ]),
  ])
  for (const [name, environment] of Object.entries(started)) {
    for (const variable of Object.keys(environment)) if (variable !== 'DOMAIN') expect(known.has(variable), `${name}: ${variable}`).toBe(true)
    expect(readConfig(environment).sandbox, name).toBe(false)
  }
})

test("tools use the unit's folder, account and data folder", () => {
  const unit = read('scripts/deploy/vestry.service')
  const tool = read('scripts/deploy/vestry-tool')
  const [, folder] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? []
  const [, user] = /^User=(.*)$/m.exec(unit) ?? []
  expect(tool).toContain(`--property=WorkingDirectory=${folder} `)
  expect(tool).toContain(`--uid=${user} `)
  expect(tool).toContain('--property=EnvironmentFile=/etc/vestry/vestry.env ')
  expect(unit).toContain('EnvironmentFile=/etc/vestry/vestry.env\n')
  const ofService = Object.fromEntries(ofUnit('vestry.service'))
  for (const [name, value] of ofTools()) expect(ofService[name], name).toBe(value)
  for (const [, name = ''] of read('scripts/OPERATE.md').matchAll(/vestry-tool ([a-z]+)/g))
    expect(existsSync(new URL(`scripts/${name}.ts`, root)), `vestry-tool ${name}`).toBe(true)
  // Only files marked executable in a release's archive are programs after unpacking.
  expect(statSync(new URL('scripts/deploy/vestry-tool', root)).mode & 0o111).toBe(0o111)
})

/** Services of our image that run a tool. */
const OWN_COMMANDS = ['backup', 'tools']

test('runs two processes of each role, and signals them early enough before killing them', () => {
  const roles = ours.flatMap(([name, { environment }]) => (OWN_COMMANDS.includes(name) ? [] : [environment?.ROLE]))
  expect(roles).toEqual(['projector', 'projector', 'worker', 'worker', 'web', 'web'])
  for (const [name, { stop_grace_period }] of [...ours, ...Object.entries(plain.services).filter(([name]) => name === 'app')])
    if (!OWN_COMMANDS.includes(name)) expect(stop_grace_period, name).toBe('40s')
  // A database that Docker kills must recover from a crash at its next start, so it gets more time to stop.
  for (const [name, { image = '', stop_grace_period }] of everywhere)
    if (/^(?:postgres|eventstore\/eventstore):/.test(image)) expect(stop_grace_period, name).toMatch(/^[12]m$/)
  expect(deployments.map(({ spec }) => spec.template.spec.containers[0]?.env?.find(({ name }) => name === 'ROLE')?.value)).toEqual([
    'projector',
    'worker',
    'web',
  ])
  for (const { spec, metadata } of deployments) {
    expect(spec.replicas, metadata.name).toBe(2)
    expect(spec.template.spec.terminationGracePeriodSeconds, metadata.name).toBe(40)
    const budget = things.find(({ kind, metadata: { name } }) => kind === 'PodDisruptionBudget' && name === metadata.name)
    expect(budget?.spec.minAvailable, metadata.name).toBe(1)
    for (const labels of [spec.selector?.matchLabels, budget?.spec.selector?.matchLabels])
      expect(spec.template.metadata.labels, metadata.name).toEqual(labels)
  }
  expect(read('scripts/deploy/vestry.service')).toContain('TimeoutStopSec=40')
  // The longest shutdown of a web process must end before it is killed.
  const server = read('modules/app/server.ts')
  const ms = (name: string) => Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(server)?.[1]?.replace('_', ''))
  expect(ms('LEAVING_MS') + ms('DRAINED_BESIDE_OTHERS_MS')).toBeLessThan(40_000)
})

test('probes existing paths, and a stopping process is not ready while it still serves', () => {
  const health = read('modules/platform/http/health.ts')
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(health).toContain(`app.get('${path}'`)
  for (const { spec, metadata } of deployments) {
    const [{ startupProbe, livenessProbe, readinessProbe, ports } = {} as Container] = spec.template.spec.containers
    expect(
      [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path),
      metadata.name,
    ).toEqual(['/healthz', '/healthz', '/readyz'])
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) expect(httpGet.port, metadata.name).toBe(ports?.[0]?.name)
    expect(ports?.[0]?.containerPort, metadata.name).toBe(readConfig({}).port)
    if (metadata.name === 'vestry-web') expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold).toBeLessThan(3)
  }
  const [service] = things.filter(({ kind }) => kind === 'Service')
  expect([service?.spec.selector?.role, service?.spec.ports?.[0]?.targetPort]).toEqual(['web', 'http'])

  const caddy = read('scripts/deploy/Caddyfile')
  expect(caddy).toContain('health_uri /readyz')
  expect(caddy).toContain('health_interval 1s')
  const upstreams = /reverse_proxy (.*) \{/.exec(caddy)?.[1]?.split(' ')
  expect(upstreams).toEqual(ours.filter(([, { environment }]) => environment?.ROLE === 'web').map(([name]) => `${name}:${readConfig({}).port}`))
})

test("only the stack's proxy is reachable, all its dependencies exist, and no service has unneeded rights", () => {
  for (const [name, { ports, read_only, cap_drop, depends_on = {}, volumes = [] }] of Object.entries(compose.services)) {
    expect(ports !== undefined, name).toBe(name === 'caddy')
    // The certificate maker has no network, and ends.
    if (name !== 'certificates') expect([read_only, cap_drop], name).toEqual([true, ['ALL']])
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(compose.services[other], `${name} waits for ${other}`).toBeDefined()
      if (condition === 'service_healthy') expect(compose.services[other]?.healthcheck, other).toBeDefined()
    }
    for (const volume of volumes) if (!/^\.\/|^\$\{BACKUPS:\?/.test(volume)) expect(compose.volumes, name).toHaveProperty(volume.split(':')[0] ?? '')
  }
  for (const { securityContext, containers } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    for (const container of containers)
      expect(container.securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
  }
})

test('each event store node knows the two others, and the product knows all three by TLS', () => {
  const nodes = Object.entries(compose.services).filter(([, { image }]) => image?.startsWith('eventstore/eventstore:'))
  expect(nodes).toHaveLength(3)
  for (const [name, { environment = {} }] of nodes) {
    const others = nodes.map(([other]) => other).filter((other) => other !== name)
    expect(environment.EVENTSTORE_GOSSIP_SEED).toBe(others.map((other) => `${other}:2113`).join(','))
    expect([environment.EVENTSTORE_NODE_HOST_ADVERTISE_AS, environment.EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS]).toEqual([name, name])
    expect(environment).not.toHaveProperty('EVENTSTORE_INSECURE')
  }
  const eventStore = ours[0]?.[1].environment?.EVENT_STORE ?? ''
  expect(eventStore).toContain(`@${nodes.map(([name]) => `${name}:2113`).join(',')}?tls=true&tlsCAFile=/certs/ca/ca.crt`)
  expect(eventStore).not.toContain('tlsVerifyCert=false')
})

test('pins every image', () => {
  const images = [
    ...Object.values(compose.services).map(({ image = '' }) => image),
    ...pods.flatMap(({ containers }) => containers.map(({ image }) => image)),
  ]
  for (const image of images) expect(image).toMatch(/^[\w./-]+:(?:v?\d+\.\d+|\$\{VESTRY_VERSION:\?)/)
})

const IS_SECRET = /PASSWORD|SECRET|_KEY$|TOKEN|PASSPHRASE|^DATABASE_URL$|^SMTP_URL$|^EVENT_STORE$/

test('no file holds a secret or a default for one', () => {
  for (const [name, { environment = {} }] of Object.entries(compose.services))
    for (const [variable, value] of Object.entries(environment))
      if (IS_SECRET.test(variable) && !variable.endsWith('_FILE')) expect(value, `${name}: ${variable}`).toMatch(/\$\{\w+(?::-|:\?[^}]*)\}/)
  for (const unit of ['vestry.service', 'vestry-backup.service'])
    for (const [variable] of ofUnit(unit)) expect(IS_SECRET.test(variable), `${unit}: ${variable}`).toBe(false)
  for (const { kind, data = {} } of things) {
    expect(kind).not.toBe('Secret')
    for (const variable of Object.keys(data)) expect(IS_SECRET.test(variable), variable).toBe(false)
  }
  for (const { containers } of pods)
    for (const { env = [], envFrom } of containers) {
      expect(envFrom).toEqual([{ configMapRef: { name: 'vestry' } }, { secretRef: { name: 'vestry' } }])
      for (const { name, value, valueFrom } of env) if (IS_SECRET.test(name)) expect([value, valueFrom?.secretKeyRef.key]).toEqual([undefined, name])
    }
})

test('every command in OPERATE.md exists', () => {
  const text = read('scripts/OPERATE.md')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [, name = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts, `npm run ${name}`).toHaveProperty([name])
  const known = settings()
  const ofOthers = new Set([
    'BACKUPS',
    'COMPOSE_PROJECT_NAME',
    'NODE_EXTRA_CA_CERTS',
    'DOMAIN',
    'VESTRY_VERSION',
    'POSTGRES_PASSWORD',
    'EVENTSTORE_PASSWORD',
  ])
  for (const [, name = ''] of text.matchAll(/\b([A-Z]{3,}(?:_[A-Z]+)+)\b/g)) expect(known.has(name) || ofOthers.has(name), name).toBe(true)
  for (const [, file = ''] of text.matchAll(/\b(scripts\/[\w./-]*\w)/g))
    expect(existsSync(new URL(file.replace('$part', '4-web'), root)), file).toBe(true)
  for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)/g)) expect(existsSync(new URL(`scripts/${link}`, root)), link).toBe(true)
  for (const [, name = ''] of text.matchAll(/\b(vestry_[a-z_]+)\b/g))
    expect(read('modules/app/health.ts') + read('modules/platform/http/health.ts') + read('scripts/deploy/vestry-backup.service'), name).toContain(
      name,
    )
})

test('health checks run without a shell and end long before Docker would kill them', () => {
  const checks = everywhere.flatMap(([name, { healthcheck }]) => (healthcheck?.test ? [{ name, ...healthcheck }] : []))
  expect(checks.length).toBeGreaterThan(8)
  for (const { name, test: [form, program, ...args] = [], timeout } of checks) {
    // Postgres adopts a process that outlives its shell, and takes its end for a crash.
    expect([form, timeout], name).toEqual(['CMD', '20s'])
    if (program === 'pg_isready') expect(args, name).toEqual(['-U', 'vestry', '-h', '127.0.0.1', '-t', '2'])
    else if (program === 'curl') expect(args.join(' '), name).toContain('--max-time 5 ')
    else expect(program, name).toBe('node')
  }
  expect(read('Dockerfile')).toMatch(/HEALTHCHECK .*--timeout=20s/)
  for (const { metadata, spec } of deployments)
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const)
      expect(spec.template.spec.containers[0]?.[probe].timeoutSeconds, `${metadata.name}: ${probe}`).toBeGreaterThanOrEqual(5)
})

test('a memory disk belongs to the account that writes to it', () => {
  for (const [name, { tmpfs = [], image = '' }] of everywhere)
    for (const one of tmpfs) {
      const [folder = '', options = ''] = one.split(':')
      // Every account may write to /tmp; root, or the image's own account, writes to the others.
      if (['/tmp', '/run/postgresql', '/config'].includes(folder)) continue
      expect(/^(?:vestry|eventstore\/eventstore):/.test(image), name).toBe(true)
      expect(options, `${name}: ${folder}`).toMatch(/^uid=1000,gid=1000,mode=07[05]{2}$/)
    }
})

test('the ingress accepts the largest upload, including its form', () => {
  const annotations = things.find(({ kind }) => kind === 'Ingress')?.metadata.annotations ?? {}
  const megabytes = Number(/^(\d+)m$/.exec(annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '')?.[1])
  expect(megabytes * 1024 * 1024).toBeGreaterThan(MAX_UPLOAD_BYTES + 64 * 1024)
})

test('both stacks make sealed backups by a timer, to a required place, and watch the disks of database and log', () => {
  for (const { services } of [compose, plain]) {
    const { backup } = services
    expect(backup?.command).toEqual(['sh', 'scripts/deploy/back-up', '/backups'])
    expect(backup?.volumes?.some((one) => /^\$\{BACKUPS:\?[^}]+\}:\/backups$/.test(one))).toBe(true)
    expect(backup?.environment?.BACKUP_KEY).toMatch(/^\$\{BACKUP_KEY:\?/)
    for (const [name, { image = '', environment, volumes = [] }] of Object.entries(services)) {
      if (!image.startsWith('vestry:') || OWN_COMMANDS.includes(name)) continue
      const { disks } = readConfig({ DISKS: environment?.DISKS })
      expect(disks.map((disk) => disk.name.replace(/-\d$/, '')).filter((one, i, all) => all.indexOf(one) === i)).toEqual(['database', 'log'])
      for (const { folder } of disks)
        expect(
          volumes.some((one) => one.endsWith(`:${folder}:ro`)),
          `${name}: ${folder}`,
        ).toBe(true)
    }
  }
})
