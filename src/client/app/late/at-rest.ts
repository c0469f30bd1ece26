/** Code that a page fetches once it can be used, before anything of it is needed: what looks for icons that are missing, what keeps who
 *  brought the visitor, and what says that code is missing, which could not be fetched any more then. */
export { keepLink } from '../../page/kept-link.ts'
export { checkIcons } from './icon-faults.ts'
export { MissingCode, MissingScreen } from './MissingCode.tsx'
