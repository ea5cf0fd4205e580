import base from './playwright.config.ts'
export default { ...base, retries: 0, projects: [{ name: 'minute', testMatch: 'screens.spec.ts', use: { demo: false } }] }
