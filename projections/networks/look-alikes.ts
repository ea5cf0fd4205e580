import unhomoglyph from 'unhomoglyph'
import { likenessOf } from '../../modules/kernel/names.ts'
import { withoutIgnorable } from '../../modules/kernel/visible.ts'

/** Small capitals look like lower-case letters, as do lower-case Cyrillic letters that UTS 39 compares with them. */
const SMALL_CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋᴌᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢĸʍ'].map((letter, index) => [letter, 'abcdefghijklmnoprstuvwyzkm'[index] ?? letter]),
)

const skeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD')).replace(/[ᴀ-ᴢʙɢʜɪɴʀʏꜰꜱĸʍ]/gu, (letter) => unhomoglyph(SMALL_CAPITALS[letter] ?? letter))

const folded = (text: string): string => skeleton(likenessOf(text)).replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * The skeletons (UTS 39) of a name; names that share one look alike. Capitals and small letters resemble different letters of other
 * alphabets, so the name is compared both before and after its case is folded.
 */
export const likenessesOf = (name: string): string[] => {
  const seen = withoutIgnorable(name).normalize('NFKC')
  const likenesses = [folded(seen), folded(skeleton(seen))].filter((likeness) => likeness !== '')
  return [...new Set(likenesses.length > 0 ? likenesses : [seen.trim()])]
}
