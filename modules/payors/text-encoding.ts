/** The upper half of DOS code page 850. Code page 437 has its letters at the same places. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶\u00a7÷¸°¨·¹³²■\u00a0'

export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows (Western European)',
  macintosh: 'Mac OS Roman',
  cp850: 'DOS (code page 850 or 437)',
  'windows-1250': 'Windows (Central European)',
  'windows-1251': 'Windows (Cyrillic)',
  'euc-kr': 'Korean (EUC-KR)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
} as const
export type Encoding = keyof typeof encodings

/** A streaming decoder. It throws a TypeError for invalid bytes. */
export const decoderOf = (encoding: Encoding): Readonly<{ decode: (bytes?: Uint8Array, options?: { stream: boolean }) => string }> => {
  if (encoding !== 'cp850') return new TextDecoder(encoding, { fatal: true })
  return {
    decode: (bytes) =>
      bytes
        ? Buffer.from(bytes)
            .toString('latin1')
            .replace(/[\x80-\xff]/g, (sign) => CP850.charAt(sign.charCodeAt(0) - 128))
        : '',
  }
}

/**
 * Letters that are common in names of Western Europe and America; letters of Polish and its neighbouring languages; and
 * symbols that may be next to names.
 */
const COMMON = /[áéíóúñüöäåøæçàèìòùâêîôûëïãõÁÉÍÓÚÑÜÖÄÅØÆÇÀÈÌÒÙÂÊÎÔÛËÏÃÕ]/u
const POLISH = /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰáéíúýöüäÁÉÍÚÝÖÜ]/u
const NEUTRAL = /[–—“”…«»ªº°·•\u00a0]/u
const SCRIPTS: Partial<Record<Encoding, RegExp>> = {
  'windows-1251': /^[\p{Script=Cyrillic}]+$/u,
  'euc-kr': /^[\p{Script=Hangul}]+$/u,
  shift_jis: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・]+$/u,
  // Without the rarer characters, which usually mean that the file has another encoding.
  gb18030: /^[\u4e00-\u9fa5·]+$/u,
}

/** The likelihood that a word with non-ASCII letters was decoded correctly: from −1 to 1. */
const plausible = (word: string, encoding: Encoding): number => {
  const script = SCRIPTS[encoding]
  const letters = word.replace(/[.'’()-]/g, '')
  if (script) return script.test(letters) ? 1 : -1
  const others = [...word].filter((sign) => sign > '\u007f')
  if (/\p{Ll}(?=[\u0080-\uffff])\p{Lu}|(?=[\u0080-\uffff])\p{Ll}\p{Lu}/u.test(word)) return -1
  if ([...letters].length > 2 && others.length > 0.6 * [...letters].length) return -1
  const common = encoding === 'windows-1250' ? POLISH : COMMON
  const worth = others.map((sign) => {
    if (common.test(sign)) return encoding === 'windows-1250' ? 0.95 : 1
    if (/’/.test(sign)) return /\p{L}’\p{Lu}|\p{L}’s\b/u.test(word) ? 1 : -0.5
    if (/\p{L}/u.test(sign)) return 0.4
    return NEUTRAL.test(sign) && !/\p{L}[–—“”…«»°·•\u00a0]\p{L}/u.test(word) ? 0 : -1
  })
  return worth.reduce<number>((sum, each) => sum + each, 0) / worth.length
}

const CELLS = 2_000
/**
 * The distinct cells with non-ASCII bytes. Splitting at these separators is safe: none of them is ever the second byte
 * of a character.
 */
const oddCells = (bytes: Buffer): string[] => {
  const cells = new Set<string>()
  for (const [cell] of bytes.toString('latin1').matchAll(/[^,;\t\r\n"]*[\x80-\xff][^,;\t\r\n"]*/g)) {
    cells.add(cell)
    if (cells.size === CELLS) break
  }
  return [...cells]
}

const readAs = (cells: readonly string[], encoding: Encoding): string[] | null => {
  try {
    // Decodes as a stream, since Node decodes a whole Windows-1252 text as Latin-1.
    return cells.map((cell) => decoderOf(encoding).decode(Buffer.from(cell, 'latin1'), { stream: true }).trim())
  } catch {
    return null
  }
}

const scoreOf = (texts: readonly string[], encoding: Encoding): number => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches non-ASCII letters
  const words = texts.flatMap((text) => text.split(/[\s/|]+/)).filter((word) => /[^\x00-\x7f]/.test(word))
  return words.reduce((sum, word) => sum + plausible(word, encoding), 0) / Math.max(1, words.length)
}

const CANDIDATES: readonly Encoding[] = ['windows-1252', 'macintosh', 'cp850', 'windows-1250', 'windows-1251', 'euc-kr', 'shift_jis', 'gb18030']
const SURE = 0.6
const SHOWN = 5

/**
 * Guesses the encoding of a file that is not Unicode: the one that makes its names most plausible. Gives examples if it
 * is unsure (R50).
 */
export const guessEncoding = (bytes: Buffer): Readonly<{ encoding: Encoding; doubtful: readonly string[] }> => {
  const cells = oddCells(bytes)
  const read = CANDIDATES.flatMap((encoding) => {
    const texts = readAs(cells, encoding)
    return texts ? [{ encoding, texts, score: scoreOf(texts, encoding) }] : []
  })
  const [first] = read
  const best = read.reduce((a, b) => (b.score > a.score ? b : a), first ?? { encoding: 'windows-1252' as const, texts: [], score: 1 })
  const isSure = best.encoding === 'windows-1252' && best.score >= SURE
  return { encoding: best.encoding, doubtful: isSure ? [] : [...new Set(best.texts)].slice(0, SHOWN) }
}
