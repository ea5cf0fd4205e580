import type { Contact } from '../../modules/kernel/contact.ts'
import { askWhom } from './page.css.ts'

/** Whom payors may ask, after the words that say why; nothing where nobody is known. */
export const AskWhom = ({ contact: { name, email, phone, address: postal }, words }: { contact: Contact; words: string }) =>
  name || email || phone || postal ? (
    <address className={askWhom}>
      <strong>{words}</strong> {name}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
      {postal && <span>{postal}</span>}
    </address>
  ) : null
