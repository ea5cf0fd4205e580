/** Downloads a file from memory. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** '900 bytes', '3.4 MB', '12 KB'. */
export const sizeWords = (bytes: number): string => {
  const power = Math.min(bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1_024)), units.length - 1)
  const size = bytes / 1_024 ** power
  return `${power === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${units[power]}`
}
