import { styleHash } from '../../platform/http/content-security.ts'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `
:root{--canvas:#f7f6f3;--surface:#fff;--line:#e8e5e0;--control:#8b857b;--text:#1c1a17;--muted:#6a655d;--accent:#1f4aa3;--on:#fff;--danger:#a3261f}
@media (prefers-color-scheme:dark){:root{--canvas:#161513;--surface:#201e1b;--line:#3a3732;--control:#8b857b;--text:#f1efeb;--muted:#a8a298;--accent:#9db9f5;--on:#10203f;--danger:#f2a29c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--canvas);color:var(--text);font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif}
main{width:100%;max-width:400px;padding:32px 24px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 4px;font-size:20px;line-height:28px}
p{margin:0 0 20px;color:var(--muted);font-size:14px;line-height:20px}
form{display:grid;gap:16px}
label{display:grid;gap:4px;font-size:14px;font-weight:600}
input[type=email],input[type=text]{width:100%;padding:10px 12px;border:1px solid var(--control);border-radius:6px;background:transparent;color:inherit;font:inherit;font-size:16px;font-weight:400}
label.tick{grid-template-columns:auto 1fr;gap:8px;align-items:center;font-weight:400}
label.tick input{width:18px;height:18px;margin:0;accent-color:var(--accent)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-top:4px}
button,a.button{min-height:44px;padding:10px 16px;border:1px solid var(--control);border-radius:6px;background:transparent;color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.first{border-color:var(--accent);background:var(--accent);color:var(--on)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.problem{color:var(--danger)}
small{display:block;margin-top:20px;color:var(--muted);font-size:13px;line-height:20px}
`

/** The source for these pages' style in a Content-Security-Policy. */
export const pageStyle = styleHash(STYLE)

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`

export type Person = Readonly<{ email: string; name: string; verified: boolean }>

/** The sign-in form. It has no scripts and loads nothing. */
export const signInPage = (provider: string, { email, name, verified }: Person, hint: string, problem = ''): string =>
  page(
    `Stand-in for ${provider}`,
    `<h1>Stand-in for ${escaped(provider)}</h1>
<p>This is the sandbox. Nothing leaves this computer, and anybody can be anybody.</p>
<form method="post">
${problem ? `<p class="problem" role="alert">${escaped(problem)}</p>` : ''}
<label>Email<input type="email" name="email" value="${escaped(email)}" autocomplete="off" required maxlength="254"></label>
<label>Name<input type="text" name="name" value="${escaped(name)}" autocomplete="off" required maxlength="150"></label>
<label class="tick"><input type="checkbox" name="verified"${verified ? ' checked' : ''}>Email is verified</label>
<div class="pair"><button class="first" name="answer" value="continue">Continue</button><button name="answer" value="cancel" formnovalidate>Cancel</button></div>
</form><small>${escaped(hint)}</small>`,
  )

export const problemPage = (provider: string, problem: string): string =>
  page(
    `Stand-in for ${provider}`,
    `<h1>Stand-in for ${escaped(provider)}</h1><p class="problem" role="alert">${escaped(problem)}</p><a class="button" href="/login">Back to Login</a>`,
  )
