import type { Contact } from '../../modules/kernel/contact.ts'
import { askWhom } from './page.css.ts'

/** What can be dialled: an extension ('555-0100 ext. 4') would be part of another number. */
const dialled = (phone: string): string => (/\+?\d[\d\s()./-]*/.exec(phone)?.[0] ?? '').replace(/[^+\d]/g, '')

const Phone = ({ phone }: { phone: string }) => {
  const number = dialled(phone)
  return number ? <a href={`tel:${number}`}>{phone}</a> : <span>{phone}</span>
}

/** Whom payors may ask, after the words that say why; nothing where nobody is known. */
export const AskWhom = ({ contact: { name, email, phone, address: postal }, words }: { contact: Contact; words: string }) =>
  name || email || phone || postal ? (
    <address className={askWhom}>
      <strong>{words}</strong> {name}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <Phone phone={phone} />}
      {postal && <span>{postal}</span>}
    </address>
  ) : null
