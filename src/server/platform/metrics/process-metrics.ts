import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { second } from '../../../shared/time.ts';
import { version } from '../project-folder.ts';
import type { Metrics } from './metrics.ts';

const nanosecond = 1e-9;

/** The process itself: version, memory, CPU. Names as Prometheus' clients have them. */
export function addProcessMetrics(metrics: Metrics): void {
  metrics.add('gauge', 'brokerage_build_info', 'The version that runs.', () => [
    { value: 1, labels: { version, node: process.versions.node } },
  ]);
  metrics.add(
    'gauge',
    'process_start_time_seconds',
    'When the process started, in seconds since 1970.',
    () => [{ value: Math.round((performance.timeOrigin / second) * 1000) / 1000 }],
  );
  metrics.add('gauge', 'process_resident_memory_bytes', 'Memory of the process.', () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.add('counter', 'process_cpu_seconds_total', 'CPU time of the process.', () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / 1e6 }];
  });
}

/**
 * How late the event loop is, since the last reading; returns the stop function. Wakes the process 50 times a second, so
 * only for those who watch.
 */
export function measureLoop(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let before = performance.eventLoopUtilization();
  metrics.add(
    'gauge',
    'nodejs_eventloop_delay_seconds',
    'Delay of the event loop since the last reading.',
    () => {
      const values = { p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max };
      delay.reset();
      return Object.entries(values).map(([quantile, value]) => ({
        labels: { quantile },
        value: value * nanosecond,
      }));
    },
  );
  metrics.add(
    'gauge',
    'nodejs_eventloop_utilization',
    'Share of time busy since the last reading, 0 to 1.',
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return [{ value: utilization }];
    },
  );
  return () => delay.disable();
}
