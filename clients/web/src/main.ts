import { mount } from 'svelte';

import App from './App.svelte';
import { startLanguage } from './lib/i18n.svelte';
import { startRouter } from './lib/router.svelte';
import { startTheme } from './lib/theme.svelte';
import './styles/base.css';

startTheme();
await startLanguage();
startRouter();
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
