/** Stands in for the URI library of the form package: our projected schemas are flat and refer to nothing. */
function refuse(): never {
  throw new Error('a projected form schema holds no references')
}

const uri = { equal: refuse, resolve: refuse }

// biome-ignore lint/style/noDefaultExport: it takes the place of a module with a default export
export default uri
