import Lock from 'lucide-react/icons/lock'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import type { Contact } from '../../modules/kernel/contact.ts'
import { AskWhom } from './ask-whom.tsx'
import { onlyScreen } from './base.css.ts'
import { column, columnPair, columnWide, foot, footButton, footLinks, footNote, langLink, langs, mark, sheet, top, whose } from './page.css.ts'
import { useHydrated } from './use-hydrated.ts'
import type { Lang } from './view.ts'
import { initials } from './words/format.ts'
import { useWords } from './words/words.ts'

const names: Record<Lang, string> = { en: 'English', es: 'Español' }

type Props = {
  network: string | null
  /** The contact for payors, if known. */
  contact?: Contact | undefined
  /** True if the page is within another page, which has its own <main>. */
  embedded?: boolean
  breadth?: 'list' | 'pair' | null
  /** Returns links to the page in other languages; null if the page cannot be rendered again. */
  langHref: ((lang: Lang) => string) | null
  /** Called instead of following a link of `langHref`, if script runs. */
  onLang?: (lang: Lang) => void
  /** Link to the PDF. */
  pdf?: string | undefined
  children: ReactNode
}

/** The page's layout: the network above the sheet, the languages beside it, and the footer. */
export const Frame = ({ network, contact, embedded = false, breadth = null, langHref, onLang, pdf, children }: Props) => {
  const { t, lang } = useWords()
  const hydrated = useHydrated()
  const width = breadth ? `${column} ${breadth === 'list' ? columnWide : columnPair}` : column
  return (
    <>
      <header className={`${width} ${top}`}>
        {network && (
          <span className={mark} aria-hidden="true">
            {initials(network)}
          </span>
        )}
        <span className={whose}>{network ?? 'Vestry'}</span>
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
        {contact && <AskWhom contact={contact} words={t.questions} />}
        <span className={footNote}>
          <Lock size={16} />
          {t.secured}
        </span>
        <span className={`${footLinks} ${onlyScreen}`}>
          {pdf && (
            <a className={footButton} href={pdf} target="_blank" rel="noreferrer">
              PDF
            </a>
          )}
          {hydrated && network && (
            <button type="button" className={footButton} onClick={() => print()}>
              <Printer size={16} />
              {t.print}
            </button>
          )}
        </span>
      </footer>
    </>
  )
}
