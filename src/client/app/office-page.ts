/** Where the screens of features find what every screen of the office stands in. */
export { OfficePage } from '../account/OfficePage.tsx'
