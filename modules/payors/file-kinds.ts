const SAVE = 'Open it in the program that it is from, save or export it as "CSV UTF-8", and choose that file.'
const named = (kind: string): string => `The file is ${kind}, though its name ends in .csv. ${SAVE}`

const MAGIC: readonly [start: string, kind: string][] = [
  ['d0cf11e0a1b11ae1', 'an Excel workbook (.xls) or another older Office file'],
  ['255044462d', 'a PDF'],
  ['1f8b', 'a compressed file (.gz)'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
  ['47494638', 'a picture'],
  ['526172211a07', 'a compressed file (.rar)'],
  ['377abcaf271c', 'a compressed file (.7z)'],
]
/** Kinds of zip archives, by file names near the start of the archive or in the directory at its end. */
const ZIPPED: readonly [name: RegExp, kind: string][] = [
  [/xl\/(workbook|worksheets|styles|_rels)|\[Content_Types\]\.xml[\s\S]*xl\//, 'an Excel workbook (.xlsx)'],
  [/opendocument\.spreadsheet/, 'an OpenDocument spreadsheet (.ods)'],
  [/Index\/|\.iwa|Metadata\/Properties\.plist/, 'a Numbers spreadsheet (.numbers)'],
  [/word\/document/, 'a Word document (.docx)'],
]
const WRITTEN: readonly [start: RegExp, kind: string][] = [
  [/^<\?xml[\s\S]{0,500}(Excel\.Sheet|office:spreadsheet)/i, 'an XML spreadsheet'],
  [/^(<!doctype html|<html|<head|<meta|<table|<style|<body|<div)/i, 'a web page (HTML)'],
  [/^<\?xml/i, 'an XML file'],
  [/^\{\\rtf/, 'a formatted text (RTF)'],
  [/^BEGIN:VCARD/i, 'a file of contacts (vCard)'],
  [/^(\{\s*"|\[\s*[{[])/, 'a JSON file'],
]

/** If a file is no CSV despite its name: a sentence that says what it is and what to do. Null for text. */
export const otherKind = (head: Buffer, tail: Buffer): string | null => {
  const magic = MAGIC.find(([start]) => head.subarray(0, start.length / 2).toString('hex') === start)
  if (magic) return named(magic[1])
  if (head.subarray(0, 4).toString('hex') === '504b0304') {
    const names = head.toString('latin1') + tail.toString('latin1')
    return named(ZIPPED.find(([name]) => name.test(names))?.[1] ?? 'a compressed file (.zip)')
  }
  const text = head
    .subarray(0, 2_000)
    .toString('utf8')
    .replace(/^[\ufeff\s]+/, '')
  const written = WRITTEN.find(([start]) => start.test(text))
  return written ? named(written[1]) : null
}
