import type { BrowserContext, Response } from '@playwright/test'
import { misfitsOf } from '../testing/misfits.ts'

type Content = Record<string, { schema: object }>
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string; content?: Content }> }>>
  components: { schemas: Record<string, object>; responses: Record<string, { content?: Content }> }
}

type Answered = Readonly<{ method: string; pathname: string; status: number; body: unknown }>

const checkOf = async (url: string) => {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  const misfit = misfitsOf(document)
  const paths = Object.keys(document.paths).map((path) => ({ path, is: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  return ({ method, pathname, status, body }: Answered): string => {
    const meant = paths.filter(({ path, is }) => is.test(pathname) && document.paths[path]?.[method])
    // If one path has a literal segment and another a parameter, the literal one is meant.
    const { path = '' } = meant.find((one) => one.path === pathname) ?? meant[0] ?? {}
    const { paths: calls, components } = document
    const described = calls[path]?.[method]?.responses[String(status)]
    // The document defines each refusal once, under a name.
    const { content } = components.responses[described?.$ref?.split('/').at(-1) ?? ''] ?? described ?? {}
    const schema = content?.['application/json']?.schema
    if (schema) return misfit(schema, body)
    // The options of passkeys belong to WebAuthn, not to the contract.
    return pathname.endsWith('/passkeys/options') || pathname.endsWith('/passkey/options') ? '' : 'it has no contract'
  }
}

/** Refusals of a proxy, or of a story in its place, have no code. */
const hasCode = (body: unknown): boolean => typeof (body as { code?: unknown } | null)?.code === 'string'

const checks = new Map<string, ReturnType<typeof checkOf>>()

/**
 * Checks every API response that browsers get, and every refusal with a code, against its contract: the client itself
 * trusts them (web-admin/domain/api/client.ts). Returns those that break it once all are checked.
 */
export const answersChecked = (context: BrowserContext, url: string): (() => Promise<string[]>) => {
  const check = checks.get(url) ?? checkOf(url)
  checks.set(url, check)
  const looks: Promise<string | null>[] = []
  const look = async (response: Response): Promise<string | null> => {
    const { pathname, origin } = new URL(response.url())
    if (origin !== new URL(url).origin || !pathname.startsWith('/api/')) return null
    if (!response.headers()['content-type']?.startsWith('application/json')) return null
    // The browser discards the responses of a page that was left.
    const body: unknown = await response.json().catch(() => undefined)
    if (body === undefined || (!response.ok() && !hasCode(body))) return null
    const call = `${response.request().method()} ${pathname}`
    const problem = (await check)({ method: response.request().method().toLowerCase(), pathname, status: response.status(), body })
    return problem && `${call} answered ${response.status()}, which breaks its contract: ${problem}`
  }
  context.on('response', (response) => looks.push(look(response)))
  return async () => (await Promise.all(looks)).flatMap((problem) => problem || [])
}
