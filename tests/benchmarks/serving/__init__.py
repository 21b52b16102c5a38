"""What requests cost the server: throughput, latency, CPU, memory, and how these grow."""
