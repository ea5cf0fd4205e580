import { cpus } from 'node:os'
import { benchAppend } from './append.ts'
import { benchAutopay } from './autopay.ts'
import { benchBeside } from './beside.ts'
import { benchGrowth } from './growth.ts'
import { benchKept } from './kept.ts'
import { benchLogin } from './login.ts'
import { benchMail } from './mail.ts'
import { benchMillion } from './million.ts'
import { benchPack } from './pack.ts'
import { benchPast } from './past.ts'
import { benchProject } from './project.ts'
import { benchRemittances } from './remittances.ts'
import { benchSpeed } from './speed.ts'
import { benchStripe } from './stripe.ts'
import { type Figure, tableOf } from './table.ts'
import { benchUpload } from './upload.ts'
import { benchVersions } from './versions.ts'
import { benchWeb } from './web.ts'
import { benchWebs } from './webs.ts'

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  append: benchAppend,
  project: benchProject,
  upload: benchUpload,
  login: benchLogin,
  mail: benchMail,
  million: benchMillion,
  growth: benchGrowth,
  beside: benchBeside,
  past: benchPast,
  versions: benchVersions,
  pack: benchPack,
  kept: benchKept,
  remittances: benchRemittances,
  speed: benchSpeed,
  stripe: benchStripe,
  autopay: benchAutopay,
  web: benchWeb,
  webs: benchWebs,
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in parts))
if (unknown) {
  console.error(`There is no part ${unknown}: choose from ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const figures: Figure[] = []
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`${name} …`)
  figures.push(...(await part()))
}
console.log(
  `\n${tableOf(figures)}\n\nNode ${process.version}, ${cpus().length} cores, Postgres with fsync on. A ratio is the median of interleaved runs.`,
)
