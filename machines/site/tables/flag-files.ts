/** Where the pictures of flags are, less the code and `.svg`: `/assets/flag-2.8.3-de.svg`. The version is that of the package
 *  circle-flags, so that a browser may keep a picture permanently. */
export const FLAG_FILES = '/assets/flag-2.8.3-'
