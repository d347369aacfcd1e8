import { performImageTasks } from '#platform/images/process-tasks.ts';
import { drawSharePicture } from './draw.ts';

// The program of the image process.
performImageTasks(drawSharePicture);
