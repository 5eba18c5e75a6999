import '#ui/tokens.css';
import '#ui/base.css';
import './outline.css';
import { startPage } from './startPage.ts';

startPage();
