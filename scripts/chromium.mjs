// Finds the Chromium for tests and screenshots: a configured one, the system's, Playwright's, or the one among the
// development packages.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

const require = createRequire(import.meta.url)
const cache = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache')

/** For root and containers; the browser may call only the product. */
export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const runs = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Install locations outside the PATH. */
const usualPlaces = () => {
  const { LOCALAPPDATA, PROGRAMFILES, 'PROGRAMFILES(X86)': programFilesX86, HOME } = process.env
  if (process.platform === 'darwin')
    return ['/Applications', path.join(HOME ?? '', 'Applications')].flatMap((folder) => [
      path.join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      path.join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
    ])
  if (process.platform === 'win32')
    return [PROGRAMFILES, programFilesX86, LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => [path.join(folder, 'Google/Chrome/Application/chrome.exe'), path.join(folder, 'Chromium/Application/chrome.exe')])
  return ['/snap/bin/chromium', '/opt/google/chrome/chrome']
}

const onSystem = () => {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...usualPlaces()].find(runs)
}

/**
 * The package contains the compressed browser and libraries that a bare server lacks; they are unpacked once, whole or
 * not at all.
 */
const fromPackage = async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(require.resolve('@sparticuz/chromium')), '../../package.json'), 'utf8'))
  const folder = path.join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    const unpacking = `${folder}.${process.pid}`
    mkdirSync(unpacking, { recursive: true })
    const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env
    // The package unpacks into the temporary folder, and unpacks the libraries only on AWS Lambda, so the variables
    // pretend that this is Lambda.
    Object.assign(process.env, { TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' })
    try {
      await (await import('@sparticuz/chromium')).default.executablePath()
      renameSync(unpacking, folder)
    } catch (error) {
      rmSync(unpacking, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    } finally {
      for (const [name, value] of Object.entries({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH }))
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
    }
  }
  const libraries = [process.env.LD_LIBRARY_PATH, path.join(folder, 'al2023/lib')].filter(Boolean).join(':')
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: path.join(folder, 'fonts') }
  return {
    executablePath: path.join(folder, 'chromium'),
    args: [...launchArgs, '--no-zygote'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries, ...fonts },
  }
}

/**
 * Playwright's launch options for the Chromium that was found: `executablePath`, `args` and, if needed, `env`. @throws
 * Error with a sentence that says what to install if none is found
 */
export const findChromium = async () => {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH === '@sparticuz/chromium') {
    const packed = await fromPackage()
    if (packed) return packed
    throw new Error('The Chromium of @sparticuz/chromium runs on Linux x64 only: set CHROMIUM_PATH to another one.')
  }
  if (CHROMIUM_PATH) {
    if (!runs(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, which is no program that can be run.`)
    return { executablePath: CHROMIUM_PATH, args: launchArgs }
  }
  const installed = onSystem() ?? [chromium.executablePath()].find((file) => file && runs(file))
  if (installed) return { executablePath: installed, args: launchArgs }
  const packed = await fromPackage().catch((error) => {
    throw new Error(
      `The Chromium of @sparticuz/chromium could not be unpacked (${error.message}): run 'npx playwright install chromium', or set CHROMIUM_PATH.`,
    )
  })
  if (packed) return packed
  throw new Error("No Chromium was found: install Chromium or Chrome, run 'npx playwright install chromium', or set CHROMIUM_PATH to one.")
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await findChromium()
  const browser = await chromium.launch(found)
  console.log(`${found.executablePath} runs: Chromium ${browser.version()}`)
  await browser.close()
}
