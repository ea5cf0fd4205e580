import type { Contact } from '../../modules/kernel/contact.ts'
import { askWhom } from './page.css.ts'

/** The phone number for a tel: link, without an extension such as ' ext. 4'. */
const dialled = (phone: string): string => (/\+?\d[\d\s()./-]*/.exec(phone)?.[0] ?? '').replace(/[^+\d]/g, '')

const Phone = ({ phone }: { phone: string }) => {
  const number = dialled(phone)
  return number ? <a href={`tel:${number}`}>{phone}</a> : <span>{phone}</span>
}

/** The contact for payors' questions, after introductory words. Nothing if no contact is known. */
export const AskWhom = ({ contact: { name, email, phone, address: postal }, words }: { contact: Contact; words: string }) =>
  name || email || phone || postal ? (
    <address className={askWhom}>
      <strong>{words}</strong> {name}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <Phone phone={phone} />}
      {postal && <span>{postal}</span>}
    </address>
  ) : null
