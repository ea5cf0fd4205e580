import { createElement, useDeferredValue, useEffect } from 'react'
import * as styles from './embed.css.ts'
import { attributesOf, findAddress, type TagChoices, tokensOf } from './snippet.ts'

const SCRIPT = '/v1.js'
const titles = { auto: 'Your background', light: 'Light', dark: 'Dark' }

/** The churches' own script, which makes the tag work here as it does there. */
const useTag = () =>
  useEffect(() => {
    if (customElements.get('vestry-pay') || document.querySelector(`script[src="${SCRIPT}"]`)) return
    document.head.append(Object.assign(document.createElement('script'), { src: SCRIPT, async: true }))
  }, [])

type Props = { networkId: string; choices: TagChoices }

/** The tag as visitors see it, in light and in dark. It cannot be used here: whoever tries it opens the page itself. */
export const Preview = ({ networkId, choices }: Props) => {
  useTag()
  const shown = useDeferredValue(choices)
  // A background of its own is light or dark by itself, whatever the device has.
  const themes = shown.theme === 'auto' && !shown.surface ? (['light', 'dark'] as const) : [shown.theme]
  const tokens = tokensOf(shown)
  return (
    <section aria-labelledby="preview" className={styles.part}>
      <div className={styles.partHead}>
        <h3 id="preview">Preview</h3>
        <a href={findAddress('', networkId)} target="_blank" rel="noreferrer">
          Open the page
        </a>
      </div>
      <div className={styles.previews}>
        {themes.map((theme) => (
          <figure key={theme} className={styles.preview}>
            <figcaption className={styles.previewHead}>{titles[theme]}</figcaption>
            <div inert className={styles.previewBody[theme]}>
              {createElement('vestry-pay', {
                key: JSON.stringify([shown, theme]),
                ...attributesOf(networkId, { ...shown, theme }),
                style: tokens,
              })}
            </div>
          </figure>
        ))}
      </div>
    </section>
  )
}
