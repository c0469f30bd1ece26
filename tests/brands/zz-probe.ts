import { startLiveSite } from '/work/main/tests/browser/live-site.ts'
import { askHost, lastingBody } from '/work/main/tests/brands/host-request.ts'
const t=performance.now()
const s = await startLiveSite({env:{LIVERY_MODE:'production'}})
console.log('up', performance.now()-t)
const a = await askHost(s.port,'aurora.localhost','/en')
console.log(a.status, a.headers)
const b = await askHost(s.port,'aurora.localhost','/en')
const x=lastingBody(a), y=lastingBody(b)
let i=0; while(i<x.length && x[i]===y[i]) i++
console.log(x.length,y.length,i,x.slice(i-200,i+100),'\n',y.slice(i-20,i+100))
const u = await askHost(s.port,'nobody.example','/en'); console.log(u.status,u.body.slice(-300))
await s.stop()
