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
    // If a path matches two descriptions, the one with the literal segment counts, not the one with a parameter.
    const { path = '' } = meant.find((one) => one.path === pathname) ?? meant[0] ?? {}
    const { paths: calls, components } = document
    const described = calls[path]?.[method]?.responses[String(status)]
    // The OpenAPI document defines each refusal once, under a name.
    const { content } = components.responses[described?.$ref?.split('/').at(-1) ?? ''] ?? described ?? {}
    const schema = content?.['application/json']?.schema
    if (schema) return misfit(schema, body)
    // WebAuthn, and not the contract, defines the options of passkeys.
    return pathname.endsWith('/passkeys/options') || pathname.endsWith('/passkey/options') ? '' : 'it has no contract'
  }
}

/** A refusal has no code if a proxy, or a story in the server's place, has sent it. */
const hasCode = (body: unknown): boolean => typeof (body as { code?: unknown } | null)?.code === 'string'

const checks = new Map<string, ReturnType<typeof checkOf>>()

/**
 * Checks every API response that browsers get, and every refusal with a code, against its contract, since the client
 * does not check them (web-admin/domain/api/client.ts). The returned function waits for all checks, and returns the
 * responses that break their contract.
 */
export const answersChecked = (context: BrowserContext, url: string): (() => Promise<string[]>) => {
  const check = checks.get(url) ?? checkOf(url)
  checks.set(url, check)
  const looks: Promise<string | null>[] = []
  const look = async (response: Response): Promise<string | null> => {
    const { pathname, origin } = new URL(response.url())
    if (origin !== new URL(url).origin || !pathname.startsWith('/api/')) return null
    if (!response.headers()['content-type']?.startsWith('application/json')) return null
    // When a page is left, the browser discards its responses.
    const body: unknown = await response.json().catch(() => undefined)
    if (body === undefined || (!response.ok() && !hasCode(body))) return null
    const call = `${response.request().method()} ${pathname}`
    const problem = (await check)({ method: response.request().method().toLowerCase(), pathname, status: response.status(), body })
    return problem && `${call} answered ${response.status()}, which breaks its contract: ${problem}`
  }
  context.on('response', (response) => looks.push(look(response)))
  return async () => (await Promise.all(looks)).flatMap((problem) => problem || [])
}
