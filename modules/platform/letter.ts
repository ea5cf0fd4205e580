/** What a mail says, in the order in which it is read. Plain text: the template escapes it. */
export type Letter = Readonly<{
  subject: string
  heading: string
  paragraphs: readonly string[]
  action?: Readonly<{ label: string; url: string }>
  closing?: string
}>

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escaped(text)}</p>`

const button = ({ label, url }: NonNullable<Letter['action']>): string =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#1f4aa3;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#6a655d">${escaped(url)}</p>`

/** One letter as text and as HTML that phones and old mail programs show alike. No tracking, no pictures. */
export const renderLetter = ({ subject, heading, paragraphs, action, closing }: Letter): { subject: string; text: string; html: string } => ({
  subject: subject.replace(/[\r\n]+/g, ' '),
  text: [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(closing ? [closing] : []),
    '--\nVestry · The Operating System for your ministry',
  ].join('\n\n'),
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f7f6f3;color:#1c1a17;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:512px;margin:0 auto;padding:32px 24px;background:#ffffff;border:1px solid #e8e5e0;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${action ? button(action) : ''}
${closing ? paragraph(closing) : ''}
</div>
<p style="max-width:512px;margin:16px auto 0;font-size:13px;line-height:20px;color:#6a655d;text-align:center">Vestry · The Operating System for your ministry</p>
</body></html>`,
})
