/** Where the screens of features find what every screen of the office stands in. */
export { OfficePage } from '../account/OfficePage.tsx'

/** How the page shows the balance of the account in use once it has changed. */
export { showActive } from '../account/use-wallets.ts'
