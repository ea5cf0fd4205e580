// The shipped packages: those that the server runs and those within the built screens, without build tools.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

const SCREENS = ['web-admin', 'pay-widget']
/** Imports of packages by name, without relative ones, Node's modules and virtual modules of the build. */
const IMPORT = /(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g
const isScreen = (file) => /\.tsx?$/.test(file) && !/\.test\.|config\.ts$/.test(file)

const importedByScreens = () =>
  SCREENS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter(isScreen)
      .flatMap((file) => [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(IMPORT)].map(([, name]) => name)),
  )

/** The place of a package that another one imports, by Node's resolution; undefined if it is not installed. */
const placeOf = (from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

/** Each shipped package with its place in the lock file, for example 'node_modules/zod'. */
export const shipped = () => {
  const { dependencies, devDependencies } = packages['']
  const places = new Set()
  const add = (from, name) => {
    const place = placeOf(from, name)
    if (!place || places.has(place)) return
    places.add(place)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[place]
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) add(place, next)
  }
  for (const name of Object.keys(dependencies)) add('', name)
  for (const name of importedByScreens()) if (name in devDependencies) add('', name)
  return [...places].map((place) => ({ place, name: place.slice(place.lastIndexOf('node_modules/') + 13), version: packages[place].version }))
}
