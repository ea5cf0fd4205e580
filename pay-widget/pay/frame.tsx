import Lock from 'lucide-react/icons/lock'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import type { Contact } from '../../modules/kernel/contact.ts'
import { grow, onlyScreen } from './base.css.ts'
import { askWhom, column, columnWide, foot, footButton, footNote, langLink, langs, mark, sheet, top } from './page.css.ts'
import { useHydrated } from './use-hydrated.ts'
import type { Lang } from './view.ts'
import { initials } from './words/format.ts'
import { useWords } from './words/words.ts'

const names: Record<Lang, string> = { en: 'English', es: 'Español' }

type Props = {
  network: string | null
  /** Whom payors may ask; nobody where it is not known. */
  contact?: Contact | undefined
  /** Within another page, which has a main part of its own. */
  embedded?: boolean
  wide?: boolean
  /** Where the languages lead; null on a page that cannot be drawn again. */
  langHref: ((lang: Lang) => string) | null
  /** What they do instead, where there is script. */
  onLang?: (lang: Lang) => void
  /** Where it is to be had on paper. */
  pdf?: string | undefined
  children: ReactNode
}

const AskWhom = ({ contact: { name, email, phone, address: postal } }: { contact: Contact }) => {
  const { t } = useWords()
  if (!name && !email && !phone && !postal) return null
  return (
    <address className={askWhom}>
      <strong>{t.questions}</strong> {name}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
      {postal && <span>{postal}</span>}
    </address>
  )
}

/** Whose bill this is above the sheet, the languages beside it, and the foot below. */
export const Frame = ({ network, contact, embedded = false, wide = false, langHref, onLang, pdf, children }: Props) => {
  const { t, lang } = useWords()
  const hydrated = useHydrated()
  const width = wide ? `${column} ${columnWide}` : column
  return (
    <>
      <header className={`${width} ${top}`}>
        {network && (
          <span className={mark} aria-hidden="true">
            {initials(network)}
          </span>
        )}
        <span className={grow}>{network ?? 'Vestry'}</span>
        {langHref && (
          <nav className={`${langs} ${onlyScreen}`} aria-label={t.language}>
            {(['en', 'es'] as const).map((each) => (
              <a
                key={each}
                className={langLink}
                href={langHref(each)}
                lang={each}
                title={names[each]}
                aria-current={each === lang || undefined}
                onClick={(event) => {
                  if (!onLang) return
                  event.preventDefault()
                  onLang(each)
                }}
              >
                {each.toUpperCase()}
              </a>
            ))}
          </nav>
        )}
      </header>
      <main className={`${width} ${sheet}`} aria-label={embedded ? (network ?? 'Vestry') : undefined}>
        {children}
      </main>
      <footer className={`${width} ${foot}`}>
        {contact && <AskWhom contact={contact} />}
        <span className={footNote}>
          <Lock size={16} />
          {t.secured}
        </span>
        {pdf && (
          <a className={`${footButton} ${onlyScreen}`} href={pdf} target="_blank" rel="noreferrer">
            PDF
          </a>
        )}
        {hydrated && network && (
          <button type="button" className={`${footButton} ${onlyScreen}`} onClick={() => print()}>
            <Printer size={16} />
            {t.print}
          </button>
        )}
      </footer>
    </>
  )
}
