import { BlobReader } from '@zip.js/zip.js'
import { parseVerifierKeys } from '../signed-note.ts'
import { problemText, type Report } from './report.ts'
import { verifyFiles } from './verify-files.ts'

/** The page's script: the build writes page.html with it as one file. */

const found = <Type extends HTMLElement>(id: string): Type => document.getElementById(id) as Type
const result = found('result')

const element = (tag: string, text: string): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}
const list = (items: readonly string[]): HTMLElement => {
  const made = document.createElement('ul')
  made.append(...items.map((text) => element('li', text)))
  return made
}
const shown = (name: string, { problems, proved, open }: Report): HTMLElement => {
  const section = document.createElement('section')
  section.className = problems.length > 0 ? 'wrong' : 'proved'
  if (problems.length > 0) section.append(element('h2', `${name} is not what was recorded`), list(problems.map(problemText)))
  else section.append(element('h2', `${name}: proved`), list(proved), element('h2', 'Not proved'), list(open))
  return section
}

const verify = async (): Promise<void> => {
  const files = ['pack', 'other'].flatMap((id) => [...(found<HTMLInputElement>(id).files ?? [])])
  const text = found<HTMLTextAreaElement>('key').value.trim()
  const keys = text ? parseVerifierKeys(text) : []
  const [one, two] = files
  if (!one) return
  if (!keys) {
    result.replaceChildren(element('p', 'This is not a public key of a network. It begins with vestry/ and was given to you as one line.'))
    return
  }
  result.replaceChildren(element('p', 'Verifying …'))
  const reports = await verifyFiles(two ? [new BlobReader(one), new BlobReader(two)] : [new BlobReader(one)], keys)
  result.replaceChildren(...reports.map((report, i) => shown(files[i]?.name ?? '', report)))
}

found('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const button = document.querySelector('button') as HTMLButtonElement
  button.disabled = true
  void verify()
    .catch((error: unknown) => result.replaceChildren(element('p', `This could not be verified: ${String(error)}`)))
    .finally(() => {
      button.disabled = false
    })
})
