/** The Admin of the demo's networks, and operator of an installation that shows them. */
export const DEMO_ADMIN = 'naomi@vestry.example'
/** The password of all demo users. It is public, so it works in the sandbox only. */
export const DEMO_PASSWORD = 'Vestry-demo-1'
