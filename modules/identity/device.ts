import Bowser from 'bowser'

/** 'Chrome on Windows', from a browser's User-Agent. */
export const deviceOf = (userAgent: string | undefined): string => {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  const words = [browser.name, os.name].filter((word): word is string => Boolean(word))
  return words.join(' on ') || 'Unknown device'
}
