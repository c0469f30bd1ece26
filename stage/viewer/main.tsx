import { createRoot } from 'react-dom/client'
import type { ViewerData } from '../charts/viewer-data.ts'
import { App } from './App.tsx'
import './viewer.css'

const data = JSON.parse(document.getElementById('viewer-data')?.textContent ?? '{}') as ViewerData
const place = document.getElementById('viewer')
if (!place) throw new Error('the page has no place for the viewer')
createRoot(place).render(<App data={data} />)
