import express, { type Request, type Response, type Router } from 'express'
import { z } from 'zod'
import { allowStyles, styleHash } from '../../platform/http/content-security.ts'
import { enable } from './accounts.ts'
import type { Context } from './context.ts'
import type { Row } from './store.ts'
import type { Work } from './work.ts'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `
:root{--canvas:#f7f6f3;--surface:#fff;--line:#e8e5e0;--control:#8b857b;--text:#1c1a17;--muted:#6a655d;--accent:#1f4aa3;--on:#fff;--ribbon:#f5e3a8;--ink:#3d2f00}
@media (prefers-color-scheme:dark){:root{--canvas:#161513;--surface:#201e1b;--line:#3a3732;--text:#f1efeb;--muted:#a8a298;--accent:#9db9f5;--on:#10203f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--canvas);color:var(--text);font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif}
main{width:100%;max-width:440px;padding:32px 24px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 4px;font-size:20px;line-height:28px}
p{margin:0 0 20px;color:var(--muted);font-size:14px;line-height:20px}
p.ribbon{display:inline-block;margin:0 0 16px;padding:2px 8px;border-radius:4px;background:var(--ribbon);color:var(--ink);font-size:13px;font-weight:600}
form{display:grid;gap:12px}
button{min-height:44px;padding:10px 16px;border:1px solid var(--control);border-radius:6px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button.first{border-color:var(--accent);background:var(--accent);color:var(--on)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`

const page = (name: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Stand-in for Stripe</title><style>${STYLE}</style></head><body><main>
<p class="ribbon">Sandbox, no money moves</p>
<h1>Set up payments</h1><p>This stands in for Stripe's own form, which asks ${escaped(name)} who it is and where its money goes.</p>
<form method="post">
<button class="first" name="answer" value="complete">Complete onboarding</button>
<button name="answer" value="later">Leave for later</button>
<button name="answer" value="declined">Be declined</button>
</form></main></body></html>`

const gone = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stand-in for Stripe</title></head><body><h1>This link is not known.</h1></body></html>`

/** A form that is sent without a choice completes the onboarding. */
const Answer = z.object({ answer: z.enum(['complete', 'later', 'declined']).catch('complete') })

type Link = Row<'account_link'>

/** The page behind an account link. The link works once, within five minutes. */
export const onboarding = (router: Router, { work }: Work, wake: () => void): void => {
  const open = (token: string, run: (context: Context, link: Link) => Promise<string | null>) =>
    work(async (books, store) => {
      const link = await store.find('account_link', token, null, { lock: true })
      if (!link) return null
      const context = books(link.account)
      const { refresh_url: refresh } = link.body.use_case.account_onboarding ?? {}
      if (link.hidden.used || link.body.expires_at < context.at) return { to: refresh ?? context.origin }
      return { to: await run(context, link), name: (await store.get('account', link.account, null)).body.display_name ?? 'the organization' }
    })

  const show = async (req: Request, res: Response) => {
    const opened = await open(String(req.params.token), async () => null)
    allowStyles(res, [styleHash(STYLE)])
    res.setHeader('Cache-Control', 'no-store')
    if (!opened) return void res.status(404).type('html').send(gone)
    if (opened.to) return res.redirect(303, opened.to)
    res.type('html').send(page(opened.name ?? ''))
  }

  const send = async (req: Request, res: Response) => {
    const { answer } = Answer.parse(req.body ?? {})
    const opened = await open(String(req.params.token), async (context, link) => {
      await context.store.save({ ...link, hidden: { used: true } })
      const account = await context.store.get('account', link.account, null, { lock: true })
      if (answer !== 'later')
        await enable(
          context,
          account,
          answer === 'complete' ? { chargesEnabled: true, achEnabled: true } : { chargesEnabled: false, achEnabled: false, declined: true },
        )
      await context.sendThin({
        type: 'v2.core.account_link.returned',
        data: { account_id: link.account, configurations: ['merchant'], use_case: 'account_onboarding' },
        related: false,
      })
      const { return_url: back, refresh_url: refresh } = link.body.use_case.account_onboarding ?? {}
      return back ?? refresh ?? context.origin
    })
    wake()
    if (!opened?.to) return void res.status(404).type('html').send(gone)
    res.redirect(303, opened.to)
  }

  router.get('/onboarding/:token', show)
  router.post('/onboarding/:token', express.urlencoded({ extended: false, limit: '10kb' }), send)
}
