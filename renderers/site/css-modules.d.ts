declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // biome-ignore lint/style/noDefaultExport: Vite gives the class names of a CSS module as its default export
  export default classes
}
